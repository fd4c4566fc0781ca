import Decant
import DecantTesting
import Testing

/// The hint that malformed UTF-8 reads as windows-1252.
struct LikelyCharsetTests {
    private enum Format: CaseIterable {
        case json, xml, propertyList, string
    }

    /// Decodes text in a format; `#` stands for bytes.
    private static func error(
        _ format: Format,
        _ bytes: [UInt8],
        charset: String?,
        before: String = ""
    ) throws -> ResponseError {
        let types = [Format.json: "application/json", .xml: "application/xml", .propertyList: "application/x-plist"]
        let texts = [
            Format.json: "[\"#\"]", .xml: "<r>#</r>", .propertyList: "<plist><string>#</string></plist>",
        ]
        let text = (texts[format] ?? "#").replacing("#", with: before + "#")
        let body = text.utf8.flatMap { $0 == UInt8(ascii: "#") ? bytes : [$0] }
        let type = (types[format] ?? "text/plain") + (charset.map { "; charset=\($0)" } ?? "")
        let sample = ResponseSample(200, type, bytes: body)
        let error =
            switch format {
            case .json: JSONResponseSerializer().error(for: sample)
            case .xml: XMLResponseSerializer(String.self).error(for: sample)
            case .propertyList: PropertyListResponseSerializer(String.self).error(for: sample)
            case .string: StringResponseSerializer().error(for: sample)
            }
        return try #require(error)
    }

    @Test(arguments: Format.allCases, ["utf-8", nil] as [String?])
    private func namesTheCharset(format: Format, charset: String?) throws {
        let texts: [[UInt8]] = [
            [0x63, 0x61, 0x66, 0xE9, 0x20], [0x6E, 0x61, 0xEF, 0x76, 0x65], [0x93, 0x61, 0x94], [0x80, 0x31], [0xE9],
            [0x61, 0xFC, 0xDF, 0x0A],
        ]
        for text in texts {
            let error = try Self.error(format, text, charset: charset)
            #expect(error.code == .invalidText)
            #expect(error.remedies.first?.kind == .charset, "\(error)")
            #expect(error.remedies.first?.name == "windows-1252")
            #expect(error.remedies.count > 1)
            #expect(error.hint?.contains("the text reads as windows-1252") == true, "\(error)")
        }
    }

    @Test(
        arguments: Format.allCases,
        [[0x81], [0x63, 0x8D], [0xE9, 0x90], [0x9D, 0xE9], [0xE9, 0xC3, 0xA9, 0x20, 0xFF]]
    )
    private func doesNotIfOtherBytesDisproveIt(format: Format, bytes: [UInt8]) throws {
        let error = try Self.error(format, bytes, charset: "utf-8")
        #expect(error.code == .invalidText)
        #expect(!error.remedies.contains { $0.kind == .charset }, "\(error)")
        #expect(!error.remedies.isEmpty)
    }

    @Test(arguments: Format.allCases)
    private func checksTheTextAroundTheBytes(format: Format) throws {
        let far = try Self.error(format, [0xE9, 0x20], charset: nil, before: "é" + String(repeating: "a", count: 5000))
        #expect(far.remedies.first?.kind == .charset)
        let near = try Self.error(format, [0xE9, 0x20], charset: nil, before: "é" + String(repeating: "a", count: 500))
        #expect(near.remedies.first?.kind != .charset)
    }

    @Test func respectsTheCharsetOfTheCaller() throws {
        let serializer = StringResponseSerializer(options: TextOptions(charset: .utf8))
        let sample = ResponseSample(200, "text/plain", bytes: [0x63, 0xE9])
        #expect(try #require(serializer.error(for: sample)).remedies.allSatisfy { $0.kind != .charset })
    }
}
