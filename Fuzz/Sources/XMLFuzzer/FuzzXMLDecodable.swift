import DecantCore
import DecantXML
import DecodableFuzzSupport
import FuzzSupport

/// Decodes `Decodable` types from XML, with the options in the first byte.
func fuzzXMLDecodable(_ input: inout FuzzInput) {
    let options = decodingOptions(input.takeByte())
    let body = input.body
    guard let document = try? XML.Document(parsing: body) else { return }
    examine(document, as: Person.self, options)
    examine(document, as: [Person].self, options)
    examine(document, as: [String: String].self, options)
    examine(document, as: [String: [Int?]].self, options)
    let decoder = XML.Decoder(options: options)
    let deep = MisbehavingDecodable.deepest.map { decoder.userInfo(4, for: $0) } ?? decoder
    if let value: MisbehavingDecodable = try? document.decode(options: deep.options) {
        _ = value.decoder.codingPath
    }
    examineOutline(document)
    examineLeaves(document)
}

private let conversions: [DecodingOptions.Keys] = [
    .useDefaultKeys, .convertFromSnakeCase, .convertFromKebabCase, .convertFromCapitalized,
]

private func decodingOptions(_ choice: UInt8) -> XML.Options {
    var options = XML.Options()
    options.decoding.keys = conversions[Int(choice & 3)]
    if choice & 4 != 0 { options.usesQualifiedNames = true }
    if choice & 8 != 0 { options.trimsStrings = false }
    if choice & 16 != 0 { options.namespaces = ["n": "urn:n", "": "urn:d"] }
    if choice & 32 != 0 { options.rootName = "person" }
    if choice & 64 != 0 { options.decoding.data = .array }
    if choice & 128 != 0 {
        options.decoding.conversions = DecodingOptions.Conversions(rawValue: 0xFF)
        options.decoding.alternativeDates = [.lenientInternetMessage, .lenientISO8601]
    }
    return options
}

/// Checks that every error has a location in the text and a description.
private func examine<Value: Decodable>(_ document: XML.Document, as type: Value.Type, _ options: XML.Options) {
    do throws(ResponseError) {
        _ = try document.decode(type, options: options)
    } catch {
        error.examine(bodyCount: .max)
    }
}

/// Checks that every child element is found under its name.
private func examineOutline(_ document: XML.Document) {
    guard let outline: Outline = decoded(document.root) else { fatalError("an element has no names") }
    outline.compare(with: document.root)
}

/// Checks that an element with only text decodes as the scalar in its text.
private func examineLeaves(_ document: XML.Document) {
    var visited = 0
    for node in document.node.descendants where node.isElement && visited < 16 {
        guard node.attributes.isEmpty, node.elements.isEmpty else { continue }
        visited += 1
        let text = trimmed(node.text)
        assureEqual(decoded(node, as: String.self), text, "the text of an element")
        examineInteger(node, text, Int8.self)
        examineInteger(node, text, UInt16.self)
        examineInteger(node, text, Int.self)
        examineInteger(node, text, UInt128.self)
    }
}

private func examineInteger<Integer: FixedWidthInteger & Decodable>(
    _ node: XML.Node,
    _ text: String,
    _ type: Integer.Type
) {
    assureEqual(decoded(node, as: type), Integer(text), "\(text.debugDescription) as \(type)")
}

private func decoded<Value: Decodable>(_ node: XML.Node, as type: Value.Type = Value.self) -> Value? {
    do throws(ResponseError) {
        return try node.decode(type)
    } catch {
        error.examine(bodyCount: .max)
        return nil
    }
}

/// Removes XML whitespace at both ends.
private func trimmed(_ text: String) -> String {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let rest = text.utf8.drop(while: isSpace).reversed().drop(while: isSpace)
    return String(decoding: Array(rest.reversed()), as: UTF8.self)
}

/// The names of the elements and attributes in an element, and the contents of the first of each name.
struct Outline: Decodable {
    private var names: Set<String> = []
    private var parts: [String: Outline] = [:]

    /// The maximum depth; deeper levels add nothing new.
    private static let deepest = 12

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.deepest else { return }
        let container = try decoder.container(keyedBy: AnyKey.self)
        names = Set(container.allKeys.map(\.stringValue))
        for key in container.allKeys.prefix(8) {
            assure(container.contains(key), "a key of the list is missing")
            parts[key.stringValue] = try? container.decode(Outline.self, forKey: key)
        }
    }

    /// Compares by local names, as the default options do.
    func compare(with node: XML.Node) {
        guard !names.isEmpty else { return }
        for element in node.elements {
            assure(names.contains(element.name.local), "an element that is not listed: \(element.name)")
        }
        for attribute in node.attributes {
            assure(names.contains(attribute.name.local), "an attribute that is not listed: \(attribute.name)")
        }
    }
}
