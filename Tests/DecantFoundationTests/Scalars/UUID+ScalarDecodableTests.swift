import DecantFoundation
import Foundation
import Testing

/// UUIDs, which `JSONDecoder` reads with `UUID(uuidString:)`.
struct UUIDScalarTests {
    private static let example = "f81d4fae-7dec-11d0-A765-00A0C91E6BF6"

    private struct Holder: Decodable {
        let id: UUID?
    }

    /// Decodes JSON that consists of one string, without escapes if possible.
    private func uuid(_ text: String) throws -> UUID {
        try JSON.Decoder().decode(UUID.self, from: JSONEncoder().encode(text))
    }

    @Test func areReadInBothCases() throws {
        for _ in 0..<500 {
            let uuid = UUID()
            let mixed = String(uuid.uuidString.map { Bool.random() ? $0 : Character($0.lowercased()) })
            for text in [uuid.uuidString, uuid.uuidString.lowercased(), mixed] {
                #expect(try self.uuid(text) == uuid)
                #expect(try UUID(scalar: .string(text), options: DecodingOptions()) == uuid)
            }
        }
        let extremes = [UUID(uuidString: "00000000-0000-0000-0000-000000000000"), UUID(uuidString: Self.example)]
        for uuid in extremes + [UUID(uuidString: "ffffffff-ffff-ffff-ffff-ffffffffffff")] {
            let uuid = try #require(uuid)
            #expect(try self.uuid(uuid.uuidString) == uuid)
        }
    }

    @Test("Agree with Foundation on texts that differ in one character") func agreeWithFoundationOnTextsThatDiffer()
        throws
    {
        let others: [Unicode.Scalar] = [
            "0", "9", "a", "f", "A", "F", "g", "G", "/", ":", "@", "`", "-", " ", "+", "x", "\0", "\u{7F}", "é", "０",
        ]
        for index in Self.example.indices {
            for other in others {
                var text = Self.example
                text.replaceSubrange(index...index, with: String(other))
                agree(text)
            }
        }
    }

    @Test func agreeWithFoundationOnTextsOfOtherLengths() {
        for count in 0..<Self.example.count { agree(String(Self.example.prefix(count))) }
        for text in ["0", "\0", " ", "-", "abc"] {
            agree(Self.example + text)
            agree(text + Self.example)
        }
        agree(Self.example.filter { $0 != "-" })
        agree("{\(Self.example)}")
        agree("f81d4fae7-dec-11d0-A765-00A0C91E6BF6")
    }

    private func agree(_ text: String) {
        #expect((try? uuid(text)) == UUID(uuidString: text), "\(text.debugDescription)")
    }

    @Test func areReadWithEscapes() throws {
        let text = #""\u0066\u00381d4fae-7dec-11d0-a765-00a0c91e6bf6""#
        #expect(try JSON.Decoder().decode(UUID.self, from: text.utf8) == UUID(uuidString: Self.example))
    }

    @Test(arguments: [
        (#"{"id": "abc"}"#, ResponseError.Code.dataCorrupted, "expected a UUID as text, but found “abc”"),
        (#"{"id": 5}"#, .typeMismatch, "expected a UUID as text, but found the number 5"),
        (#"{"id": [1]}"#, .typeMismatch, "expected a UUID as text, but found an array"),
    ])
    func errorsHaveThePath(text: String, code: ResponseError.Code, message: String) throws {
        let error = try #require(throws: ResponseError.self) { try JSON.Decoder().decode(Holder.self, from: text.utf8) }
        #expect(error.code == code)
        #expect(error.message == message)
        #expect(error.path == [.key("id")])
        #expect(error.position?.column == 8)
    }

    @Test(arguments: ["{}", #"{"id": null}"#])
    func mayBeAbsent(text: String) throws {
        #expect(try JSON.Decoder().decode(Holder.self, from: text.utf8).id == nil)
        let decoder = JSON.Decoder()
        #expect(throws: ResponseError.self) { try decoder.decode([String: UUID].self, from: #"{"id":null}"#.utf8) }
    }

    @Test func areReadInAllFormats() throws {
        let uuid = UUID()
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            #expect(try PropertyList.Decoder().decode([UUID].self, from: encoder.encode([uuid])) == [uuid])
        }
        let element = "<r><id> \(uuid) </id></r>"
        #expect(try XML.Decoder().decode(Holder.self, from: element.utf8).id == uuid)
        #expect(try XML.Decoder().decode(Holder.self, from: "<r id='\(uuid)'/>".utf8).id == uuid)
        #expect(throws: ResponseError.self) { try XML.Decoder().decode(Holder.self, from: "<r><id>5</id></r>".utf8) }
        #expect(try JSON(parsing: "[\"\(uuid)\"]".utf8).decode(direct: [UUID].self) == [uuid])
    }

    @Test func areCreatedByACustomFunction() throws {
        let decoder = JSON.Decoder().scalars(of: UUID.self) { scalar, _ in
            guard case .string(let text) = scalar else { return nil }
            return UUID(uuidString: String(text.dropFirst().dropLast()))
        }
        let text = "[\"{\(Self.example)}\", \"\(Self.example)\"]"
        #expect(throws: Never.self) { try decoder.decode([UUID].self, from: text.utf8) }
        #expect(throws: ResponseError.self) { try decoder.decode([UUID].self, from: "[5]".utf8) }
    }
}
