import Decant
import DecantReport

extension StreamBody: DigestedValue {
    /// The digest of the items, as defined by the stream corpora.
    func digest() throws(ResponseError) -> [UInt8] { try digests().digest }

    var furtherDigests: [String: JSON.Value] {
        guard let digests = try? digests() else { return [:] }
        var members: [String: JSON.Value] = [
            "items": .integer(digests.items), "itemsDigest": .string(digests.digest.hexadecimal),
        ]
        if kind == .jsonLines || kind == .jsonSequence { members["verdicts"] = .string(digests.verdicts.text) }
        return members
    }

    private func digests() throws(ResponseError) -> (items: Int, digest: [UInt8], verdicts: VerdictRuns) {
        var list = DigestedList(kind)
        var verdicts = VerdictRuns()
        var values: [[UInt8]] = []
        try forEach { (item) throws(ResponseError) in
            switch item {
            case .event(let event): list.add(event)
            case .retry(let digits): list.add(retry: digits)
            case .line(let line): list.add(line: line)
            case .json(let json):
                // The bytes after the last value may show that its record is malformed.
                for value in values { list.add(value: value) }
                values = [json.canonicalText]
                verdicts.append("v")
            case .blank: verdicts.append("b")
            case .malformed: verdicts.append("m")
            case .trailing:
                values = []
                verdicts.replaceLast(by: "m")
            }
        }
        for value in values { list.add(value: value) }
        return (list.count, list.finish(), verdicts)
    }
}

/// A letter for each record; runs of eight or more are counted.
private struct VerdictRuns {
    private var letters: [Character] = []

    mutating func append(_ letter: Character) { letters.append(letter) }

    mutating func replaceLast(by letter: Character) {
        if !letters.isEmpty { letters[letters.count - 1] = letter }
    }

    var text: String {
        var text = ""
        var index = 0
        while index < letters.count {
            let letter = letters[index]
            let run = letters[index...].prefix { $0 == letter }.count
            text += run < 8 ? String(repeating: letter, count: run) : "\(letter)*\(run)"
            index += run
        }
        return text
    }
}

/// The digest of a list of items.
///
/// Events form one JSON array in ASCII without whitespace, which includes the reconnection times. Values are canonical
/// texts separated by line feeds, and so are lines.
private struct DigestedList {
    private var hash = SHA256()
    private let isArray: Bool
    private var isFirst = true
    private(set) var count = 0

    init(_ kind: StreamBody.Kind) {
        isArray = kind == .events
        if isArray { hash.update(Array("[".utf8).span) }
    }

    mutating func add(_ event: ServerSentEvent<String>) {
        count += 1
        let text = """
            {"event":\(event.type.asciiJSON),"data":\(event.data.asciiJSON),\
            "lastEventId":\(event.lastEventID.asciiJSON)}
            """
        add(text.utf8)
    }

    mutating func add(retry digits: String) { add("{\"retry\":\(digits)}".utf8) }

    mutating func add(line: String) {
        count += 1
        add(line.utf8)
    }

    mutating func add(value: [UInt8]) {
        count += 1
        add(value)
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        if !isFirst { hash.update([isArray ? 0x2C : 0x0A].span) }
        isFirst = false
        hash.update(Array(bytes).span)
    }

    mutating func finish() -> [UInt8] {
        if isArray { hash.update(Array("]".utf8).span) }
        return hash.finish()
    }
}

extension String {
    /// The text as a JSON string in ASCII.
    fileprivate var asciiJSON: String { asciiJSON(escapesDelete: true) }

    fileprivate func asciiJSON(escapesDelete: Bool) -> String {
        var text = "\""
        for unit in utf16 {
            switch unit {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x08: text += "\\b"
            case 0x0C: text += "\\f"
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            case 0x7F where escapesDelete: text += "\\u007f"
            case 0x20...0x7F: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text + "\""
    }
}

extension JSON {
    /// The text without whitespace: members in order, numbers as written, strings in ASCII.
    fileprivate var canonicalText: [UInt8] {
        var text: [UInt8] = []
        var needsComma = false
        for event in NestedEvents(self) {
            switch event {
            case .end(let shape):
                text.append(shape == .elements ? 0x5D : 0x7D)
                needsComma = true
                continue
            default: break
            }
            if needsComma { text.append(0x2C) }
            needsComma = false
            switch event {
            case .begin(_, let shape): text.append(shape == .elements ? 0x5B : 0x7B)
            case .name(let name): text += Array((name.asciiJSON(escapesDelete: false) + ":").utf8)
            case .scalar(let value):
                text += Array(value.canonicalScalar.utf8)
                needsComma = true
            case .end: break
            }
        }
        return text
    }

    private var canonicalScalar: String {
        if let string { return string.asciiJSON(escapesDelete: false) }
        if let number { return number.description }
        return bool.map { $0 ? "true" : "false" } ?? "null"
    }
}
