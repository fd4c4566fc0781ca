import DecantCore
import DecantJSON
import FuzzSupport

/// A reference reader that follows the grammar of RFC 8259 literally, one function per rule, without regard to speed.
struct PlainJSONReader {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var events: [JSONEvent] = []

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Reads a text.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: The events, or nil if the text is not JSON.
    static func events(of bytes: [UInt8]) -> [JSONEvent]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var reader = PlainJSONReader(text)
        reader.skipWhitespace()
        guard reader.value() else { return nil }
        reader.skipWhitespace()
        return reader.position == reader.scalars.count ? reader.events : nil
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// §2: `ws`.
    private mutating func skipWhitespace() {
        while let scalar = next, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { position += 1 }
    }

    /// §3: `value = false / null / true / object / array / number / string`.
    private mutating func value() -> Bool {
        switch next {
        case "{": return object()
        case "[": return array()
        case "\"":
            guard let text = string() else { return false }
            events.append(.string(text))
            return true
        case "n": return word("null", .null)
        case "t": return word("true", .yes)
        case "f": return word("false", .no)
        default: return number()
        }
    }

    private mutating func word(_ word: String, _ event: JSONEvent) -> Bool {
        for scalar in word.unicodeScalars where !take(scalar) { return false }
        events.append(event)
        return true
    }

    /// §5: `array = begin-array [ value *( value-separator value ) ] end-array`.
    private mutating func array() -> Bool {
        position += 1
        events.append(.beginArray)
        skipWhitespace()
        if !take("]") {
            repeat {
                skipWhitespace()
                guard value() else { return false }
                skipWhitespace()
            } while take(",")
            guard take("]") else { return false }
        }
        events.append(.endArray)
        return true
    }

    /// §4: `object = begin-object [ member *( value-separator member ) ] end-object`.
    private mutating func object() -> Bool {
        position += 1
        events.append(.beginObject)
        skipWhitespace()
        if !take("}") {
            repeat {
                skipWhitespace()
                guard member() else { return false }
                skipWhitespace()
            } while take(",")
            guard take("}") else { return false }
        }
        events.append(.endObject)
        return true
    }

    /// §4: `member = string name-separator value`.
    private mutating func member() -> Bool {
        guard let name = string() else { return false }
        events.append(.name(name))
        skipWhitespace()
        guard take(":") else { return false }
        skipWhitespace()
        return value()
    }
}

extension PlainJSONReader {
    /// §6: `number = [ minus ] int [ frac ] [ exp ]`.
    private mutating func number() -> Bool {
        let start = position
        _ = take("-")
        if !take("0") {
            guard next != "0", digits() else { return false }
        }
        if take("."), !digits() { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() else { return false }
        }
        events.append(.number(String(String.UnicodeScalarView(scalars[start..<position]))))
        return true
    }

    private mutating func digits() -> Bool {
        let start = position
        while let scalar = next, ("0"..."9").contains(scalar) { position += 1 }
        return position > start
    }

    /// §7: `string = quotation-mark *char quotation-mark`; an unpaired surrogate is not a character (§8.2).
    private mutating func string() -> [UInt8]? {
        guard take("\"") else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = next {
            position += 1
            if scalar == "\"" { return Array(String(text).utf8) }
            if scalar.value < 0x20 { return nil }
            guard let character = scalar == "\\" ? escaped() : scalar else { return nil }
            text.append(character)
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard let letter = next else { return nil }
        position += 1
        switch letter {
        case "\"", "\\", "/": return letter
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return unicodeEscape()
        default: return nil
        }
    }

    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let first = unit() else { return nil }
        guard first >> 10 == 0xD800 >> 10 else { return Unicode.Scalar(first) }
        guard take("\\"), take("u"), let second = unit(), second >> 10 == 0xDC00 >> 10 else { return nil }
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
    }

    private mutating func unit() -> UInt32? {
        guard scalars.count - position >= 4 else { return nil }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let scalar = scalars[position]
            guard scalar.properties.isASCIIHexDigit, let digit = Character(scalar).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }
}

/// One part of a JSON text.
enum JSONEvent: Hashable {
    case beginArray, endArray, beginObject, endObject
    case null, yes, no

    /// A number, as written.
    case number(String)

    /// A name or a string, in UTF-8, because equal strings can differ in their scalars.
    case name([UInt8]), string([UInt8])
}

extension JSONEvent {
    /// Returns all events of a value, using the accessors of the library.
    static func events(of json: JSON) -> [JSONEvent] {
        var events: [JSONEvent] = []
        // Recursion is bounded by the depth limit, which fits the stack.
        append(json, to: &events)
        return events
    }

    private static func append(_ json: JSON, to events: inout [JSONEvent]) {
        switch json.kind {
        case .null: events.append(.null)
        case .boolean: events.append(json.bool == true ? .yes : .no)
        case .number: events.append(.number(json.number?.text ?? ""))
        case .string: events.append(.string(Array((json.string ?? "").utf8)))
        case .array:
            events.append(.beginArray)
            for element in json.array.map(Array.init) ?? [] { append(element, to: &events) }
            events.append(.endArray)
        case .object:
            events.append(.beginObject)
            for member in json.object.map(Array.init) ?? [] {
                events.append(.name(Array(member.key.utf8)))
                append(member.value, to: &events)
            }
            events.append(.endObject)
        }
    }

    /// Returns whether an object has duplicate names.
    static func hasDuplicates(_ events: [JSONEvent]) -> Bool {
        var names: [Set<[UInt8]>] = []
        for event in events {
            switch event {
            case .beginObject: names.append([])
            case .endObject: names.removeLast()
            case .name(let name):
                guard names[names.count - 1].insert(name).inserted else { return true }
            default: break
            }
        }
        return false
    }
}
