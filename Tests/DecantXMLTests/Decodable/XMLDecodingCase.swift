import DecantCore
import DecantXML
import Testing

/// A document, what is made of it, and how that prints.
struct XMLDecodingCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: String
    let decode: @Sendable (XML.Document) throws -> String

    /// A case whose value prints in some way.
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
