import DecantCore
import DecantJSON
import DecantPropertyList
import TestSupport

/// A format whose documents are decoded by the shared decoder.
enum DocumentFormat: CaseIterable, Sendable {
    case json
    case openStep
    case xml

    /// Converts a JSON text without numbers to the format.
    func body(_ json: String) throws(ResponseError) -> ResponseBytes {
        switch self {
        case .json: return ResponseBytes(Array(json.utf8))
        case .openStep: return ResponseBytes(Array(Self.openStep(json).utf8))
        case .xml:
            let value = try JSON(parsing: ResponseBytes(Array(json.utf8)))
            return ResponseBytes(Array("<plist>\(Self.xml(value))</plist>".utf8))
        }
    }

    /// Decodes a value from a text in the format.
    func decode<Value: Decodable>(_ type: Value.Type, body: ResponseBytes) throws(ResponseError) -> Value {
        guard self != .json else { return try JSON(parsing: body).decode(type) }
        var options = PropertyList.Options()
        options.formats = [.openStep, .xml]
        return try PropertyList(parsing: body, options: options).decode(type)
    }

    /// Decodes a value from a JSON text without numbers, after converting the text to the format.
    func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws(ResponseError) -> Value {
        try decode(type, body: body(json))
    }

    /// Decodes a value with a key strategy from a JSON text without numbers, after converting the text to the format.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        _ json: String,
        keys: DecodingOptions.Keys = .useDefaultKeys,
        strategies: CustomStrategies = CustomStrategies(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        let body = try body(json)
        guard self != .json else {
            var options = JSON.Options()
            options.decoding.keys = keys
            let json = try JSON(parsing: body)
            return try json.decode(type, options: options.with(strategies), findings: &findings)
        }
        var options = PropertyList.Options()
        options.formats = [.openStep, .xml]
        options.decoding.keys = keys
        let list = try PropertyList(parsing: body, options: options)
        return try list.decode(type, options: options.with(strategies), findings: &findings)
    }

    /// Decodes a value with a key strategy, without the findings.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        _ json: String,
        keys: DecodingOptions.Keys = .useDefaultKeys,
        strategies: CustomStrategies
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, json, keys: keys, strategies: strategies, findings: &findings)
    }

    private static func openStep(_ json: String) -> String {
        var text = ""
        var brackets: [Character] = []
        for character in json {
            switch character {
            case "{": brackets.append("{"); text += "{"
            case "[": brackets.append("["); text += "("
            case "}": brackets.removeLast(); text += text.hasSuffix("{") ? "}" : ";}"
            case "]": brackets.removeLast(); text += ")"
            case ":": text += "="
            case ",": text += brackets.last == "{" ? ";" : ","
            default: text.append(character)
            }
        }
        return text
    }

    private static func xml(_ value: JSON) -> String {
        if let members = value.object {
            return "<dict>" + members.map { "<key>\($0.key)</key>" + xml($0.value) }.joined() + "</dict>"
        }
        if let elements = value.array { return "<array>" + elements.map { xml($0) }.joined() + "</array>" }
        return "<string>\(value.string ?? "")</string>"
    }
}
