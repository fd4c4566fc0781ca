import DecantCore
import DecantXML
import Testing

/// The decoded values of documents.
@Suite struct XMLDecodingTests {
    @Test(arguments: XMLDecodingCases.all)
    func decodesADocument(_ one: XMLDecodingCase) {
        #expect(one.outcome() == one.expected)
    }
}

/// A document, the type that decodes it, and the printed value.
struct XMLDecodingCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: String
    let decode: @Sendable (XML.Document) throws -> String

    /// Creates a case from the printed form of its value.
    init<Value: Decodable & SendableMetatype>(
        _ name: String,
        _ text: String,
        as type: Value.Type,
        _ expected: String,
        _ change: @escaping @Sendable (inout XML.Options) -> Void = { _ in }
    ) {
        testDescription = name
        self.text = text
        self.expected = expected
        decode = { document in
            var options = XML.Options()
            change(&options)
            return "\(try document.decode(type, options: options))"
        }
    }

    /// Returns the outcome: the value, or the code and the path of the error.
    func outcome() -> String {
        do throws(ResponseError) {
            let document = try XML.Document(text)
            do {
                return try decode(document)
            } catch let error as ResponseError {
                return "\(error.code) at \(CodingPathComponent.text(of: error.path))"
            } catch {
                return "\(error)"
            }
        } catch {
            return "\(error)"
        }
    }
}

/// Small types for decoding.
enum XMLDecodingTypes {
    struct Pair: Decodable, CustomStringConvertible {
        var a: String
        var b: String?
        var description: String { "\(a),\(b ?? "nil")" }
    }

    struct Count: Decodable, CustomStringConvertible {
        var n: Int?
        var description: String { n.map { "\($0)" } ?? "nil" }
    }

    struct List: Decodable, CustomStringConvertible {
        var item: [String]
        var description: String { "\(item)" }
    }

    struct Maybe: Decodable, CustomStringConvertible {
        var item: [Int?]?
        var description: String { item.map { "\($0.map { $0.map { "\($0)" } ?? "nil" })" } ?? "nil" }
    }

    struct Wrapped: Decodable, CustomStringConvertible {
        var items: List
        var description: String { "\(items)" }
    }

    struct Text: Decodable, CustomStringConvertible {
        var id: Int
        var text: String
        enum CodingKeys: String, CodingKey { case id = "@id", text = "" }
        var description: String { "\(id):\(text)" }
    }

    struct Hash: Decodable, CustomStringConvertible {
        var text: String?
        enum CodingKeys: String, CodingKey { case text = "#text" }
        var description: String { text ?? "nil" }
    }

    struct Measure: Decodable, CustomStringConvertible {
        var text: Int?
        enum CodingKeys: String, CodingKey { case text = "" }
        var description: String { text.map { "\($0)" } ?? "nil" }
    }

    struct Valued: Decodable, CustomStringConvertible {
        var id: String
        var value: Double
        var description: String { "\(id)=\(value)" }
    }

    struct Both: Decodable, CustomStringConvertible {
        var element: String
        var attribute: String
        enum CodingKeys: String, CodingKey { case element = "id", attribute = "@id" }
        var description: String { "\(element),\(attribute)" }
    }

    struct Placed: Decodable, CustomStringConvertible {
        var id: Int
        var name: String
        var note: String?
        enum CodingKeys: String, CodingKey { case id = "@id", name = "./name", note = "" }
        var description: String { "\(id),\(name),\(note ?? "nil")" }
    }

    struct Names: Decodable, CustomStringConvertible {
        var dc: String
        enum CodingKeys: String, CodingKey { case dc = "dc:creator" }
        var description: String { dc }
    }

    struct Expanded: Decodable, CustomStringConvertible {
        var creator: [String]
        enum CodingKeys: String, CodingKey { case creator = "{urn:d}creator" }
        var description: String { "\(creator)" }
    }

    struct Title: Decodable, CustomStringConvertible {
        var title: String?
        var link: [String]
        var description: String { "\(title ?? "nil"),\(link)" }
    }

    struct Camel: Decodable, CustomStringConvertible {
        var pubDate: String
        var fullName: [String]
        var description: String { "\(pubDate),\(fullName)" }
    }

    enum Level: String, Decodable { case low, high }

    enum Code: Int, Decodable { case one = 1, two }

    struct Everything: Decodable, CustomStringConvertible {
        var keys: [String]
        init(from decoder: any Decoder) throws {
            keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
        var description: String { keys.joined(separator: " ") }
    }
}
