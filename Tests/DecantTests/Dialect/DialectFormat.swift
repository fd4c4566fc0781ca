import Decant
import DecantTesting
import Testing

/// A serializer for any format.
protocol DialectSerializer<Output>: ResponseSerializer, FormatSerializer {}

extension JSONResponseSerializer: DialectSerializer {}
extension XMLResponseSerializer: DialectSerializer where Output: Decodable {}
extension PropertyListResponseSerializer: DialectSerializer {}

/// A decoder for any format, declared the way a program declares the decoder protocol of a library.
protocol DialectDecoder: FormatSerializer {
    var limits: Limits { get set }

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(ResponseError) -> Value
    func limits(_ change: (inout Limits) -> Void) -> Self
}

extension FormatDecoder: DialectDecoder {}

/// The formats for `Decodable` types.
///
/// Each format can create a serializer and write a body.
enum DialectFormat: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case json, xml, propertyList

    var testDescription: String { rawValue }

    /// A serializer of the format for a type.
    func serializer<Value: Decodable & Sendable>(_ type: Value.Type) -> any DialectSerializer<Value> {
        switch self {
        case .json: JSONResponseSerializer(type)
        case .xml: XMLResponseSerializer(type)
        case .propertyList: PropertyListResponseSerializer(type)
        }
    }

    /// A decoder of the format.
    var decoder: any DialectDecoder {
        switch self {
        case .json: JSON.Decoder()
        case .xml: XML.Decoder()
        case .propertyList: PropertyList.Decoder()
        }
    }

    /// A response with a truncated body.
    var broken: ResponseSample {
        var sample = sample(["a": [1]])
        sample.body = sample.body.prefix(sample.body.count - 2)
        return sample
    }

    /// A response with a value as its body.
    func sample(_ value: DialectValue) -> ResponseSample {
        switch self {
        case .json: ResponseSample(200, "application/json", value.json)
        case .xml: ResponseSample(200, "application/xml", "<root>\(value.xml)</root>")
        case .propertyList: ResponseSample(200, "application/x-plist", "<plist>\(value.propertyList)</plist>")
        }
    }

    /// A serializer of the format for the value at a path of names.
    func serializer<Value: Decodable & Sendable>(
        _ type: Value.Type,
        at names: [String]
    ) -> any DialectSerializer<Value> {
        switch self {
        case .json: JSONResponseSerializer(type).at(JSONPointer(names: names))
        case .xml: XMLResponseSerializer(type).at(XML.Path(names.joined(separator: "/")) ?? .root)
        case .propertyList: PropertyListResponseSerializer(type).at(JSONPointer(names: names))
        }
    }

    /// A serializer of the format that skips invalid elements of the array at a path of names.
    func serializer<Value: Decodable & Sendable>(
        _ type: Value.Type,
        skippingAt names: [String]
    ) -> any DialectSerializer<Value> {
        switch self {
        case .json: JSONResponseSerializer(type).skippingBadElements(at: JSONPointer(names: names))
        case .xml: XMLResponseSerializer(type).skippingBadElements(at: XML.Path(names.joined(separator: "/")) ?? .root)
        case .propertyList: PropertyListResponseSerializer(type).skippingBadElements(at: JSONPointer(names: names))
        }
    }
}

/// A value that can be written in every format.
///
/// In XML, list elements are named after the list.
indirect enum DialectValue: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
    case text(String)
    case number(Int)
    case list([DialectValue])
    case object([(String, DialectValue)])

    init(stringLiteral value: String) { self = .text(value) }

    init(integerLiteral value: Int) { self = .number(value) }

    init(arrayLiteral elements: DialectValue...) { self = .list(elements) }

    init(dictionaryLiteral elements: (String, DialectValue)...) { self = .object(elements) }

    var json: String {
        switch self {
        case .text(let text): "\"\(text)\""
        case .number(let number): "\(number)"
        case .list(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\"\($0)\":\($1.json)" }.joined(separator: ",") + "}"
        }
    }

    var propertyList: String {
        switch self {
        case .text(let text): "<string>\(text)</string>"
        case .number(let number): "<integer>\(number)</integer>"
        case .list(let elements): "<array>" + elements.map(\.propertyList).joined() + "</array>"
        case .object(let members):
            "<dict>" + members.map { "<key>\($0)</key>\($1.propertyList)" }.joined() + "</dict>"
        }
    }

    var xml: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .list(let elements): elements.map { "<element>\($0.xml)</element>" }.joined()
        case .object(let members):
            members.map { name, value in
                guard case .list(let elements) = value else { return "<\(name)>\(value.xml)</\(name)>" }
                return elements.map { "<\(name)>\($0.xml)</\(name)>" }.joined()
            }.joined()
        }
    }
}
