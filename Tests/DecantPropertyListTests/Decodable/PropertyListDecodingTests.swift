import DecantCore
import DecantPropertyList
import Foundation
import Testing

@Suite struct PropertyListDecodingTests {
    private struct Settings: Decodable, Equatable {
        var name: String
        var count: Int
        var ratio: Double
        var isOn: Bool
        var tags: [String]
        var limits: [String: UInt8]
        var note: String?
    }

    private struct Bytes: Decodable { var data: [UInt8] }

    private func failure<Value: Decodable>(_ text: String, _ type: Value.Type) -> ResponseError? {
        do throws(ResponseError) {
            _ = try openStep(text).decode(type)
            return nil
        } catch {
            return error
        }
    }

    private func openStep(_ text: String) throws(ResponseError) -> PropertyList {
        var options = PropertyList.Options()
        options.formats = [.openStep]
        return try PropertyList(parsing: ResponseBytes(text.utf8), options: options)
    }

    private let text = """
        {name = "A b"; count = 7; ratio = 0.5; isOn = YES; tags = (a, "b\\U00e9"); limits = {x = 1; y = 255;};}
        """

    @Test func makesATypeOfText() throws {
        let settings = try openStep(text).decode(Settings.self)
        let limits: [String: UInt8] = ["x": 1, "y": 255]
        #expect(settings == Settings(name: "A b", count: 7, ratio: 0.5, isOn: true, tags: ["a", "bé"], limits: limits))
    }

    @Test func reportsWhereTheTypeDiffers() throws {
        let error = try #require(failure(text.replacingOccurrences(of: "255", with: "256"), Settings.self))
        #expect(error.code == .typeMismatch)
        #expect(CodingPathComponent.text(of: error.path) == "limits.y")
        #expect(error.position?.line == 1)
    }

    @Test func reportsTheMissingKey() throws {
        let error = try #require(failure("{name = a;}", Settings.self))
        #expect(error.code == .keyNotFound)
        #expect(error.message == "no member “count”")
    }

    @Test func reportsWhereABinaryListIsWrong() throws {
        let list = BinaryList([[0xD1, 1, 2], [0x54] + Array("data".utf8), [0xA1, 3], [0x51, 0x61]])
        do throws(ResponseError) {
            _ = try PropertyList(parsing: list.body).decode(Bytes.self)
            Issue.record("a string was taken for a byte")
        } catch {
            #expect(error.code == .typeMismatch)
            #expect(error.path == [.key("data"), .index(0)])
            #expect(error.offset == 19 && error.position == nil)
        }
    }

    @Test func decodesDataAsBytes() throws {
        let list = BinaryList([[0xD1, 1, 2], [0x54] + Array("data".utf8), [0x42, 7, 8]])
        #expect(try PropertyList(parsing: list.body).decode(Bytes.self).data == [7, 8])
    }

    @Test func decodesTheNullStringAsNil() throws {
        #expect(try openStep(#"("$null", a)"#).decode([String?].self) == [nil, "a"])
        #expect(try openStep(#"{name = "$null";}"#).decode([String: String?].self) == ["name": nil])
        #expect(try openStep(#"("$null")"#).decode([String].self) == ["$null"])
    }

    @Test("Finds members in any order, and the first of several") func findsMembersInAnyOrderAndTheFirst() throws {
        let list = try openStep("{b = 2; a = 1; c = 3; a = 4;}")
        struct Letters: Decodable, Equatable { var a, b, c: Int }
        #expect(try list.decode(Letters.self) == Letters(a: 1, b: 2, c: 3))
        #expect(try list.decode([String: Int].self) == ["a": 1, "b": 2, "c": 3])
        #expect(list["a"]?.string == "1")
    }

    @Test func findsKeysInUTF16() throws {
        let list = BinaryList([[0xD1, 1, 2], [0x62, 0, 0x61, 0, 0xE9], [0x10, 5]])
        let document = try PropertyList(parsing: list.body)
        #expect(try document.decode([String: Int].self) == ["aé": 5])
        struct Accent: Decodable { var aé: Int }
        #expect(try document.decode(Accent.self).aé == 5)
        #expect(document["aé"]?.int == 5)
    }

    /// Reads many members of a large dictionary, from the last to the first.
    private struct Backwards: Decodable {
        var sum = 0

        init(from decoder: any Decoder) throws {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(_ number: Int) { stringValue = "k\(number)" }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            let container = try decoder.container(keyedBy: Key.self)
            for number in (0..<20_000).reversed() { sum += try container.decode(Int.self, forKey: Key(number)) }
        }
    }

    @Test func doesNotSlowDownWithTheNumberOfKeys() throws {
        let members = (0..<20_000).map { "k\($0) = \($0);" }.joined()
        #expect(try openStep("{\(members)}").decode(Backwards.self).sum == 199_990_000)
    }

    /// A type that tries a separate case for each kind of value.
    private indirect enum Tree: Decodable {
        case leaf
        case branch([Tree])

        init(from decoder: any Decoder) throws {
            if var container = try? decoder.unkeyedContainer() {
                var trees: [Tree] = []
                while !container.isAtEnd { trees.append(try container.decode(Tree.self)) }
                self = .branch(trees)
            } else {
                self = .leaf
            }
        }
    }

    @Test func decodesTheDeepestList() throws {
        _ = try PropertyList(parsing: BinaryList.nested(512).body).decode(Tree.self)
    }
}
