import Decant
import DecantReport
import HTTPTypes

extension StreamBody: DigestedValue {
    /// The digest of the items, as defined by the stream corpora.
    func digest() throws(ResponseError) -> [UInt8] { try digests().digest }

    var furtherDigests: [String: JSON.Value] {
        guard let digests = try? digests() else { return [:] }
        var members: [String: JSON.Value] = [
            "items": .integer(digests.items), "itemsDigest": .string(digests.digest.hexadecimal),
        ]
        if kind == .jsonLines || kind == .jsonSequence { members["verdicts"] = .string(digests.verdicts.text) }
        if kind == .multipart { members.merge(partMembers) { $1 } }
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
            case .part(let part): list.add(part: part)
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

extension StreamBody {
    /// The digests and the heads of the parts of a multipart body, as its corpus writes them.
    fileprivate var partMembers: [String: JSON.Value] {
        var parts: [BodyPart] = []
        do throws(ResponseError) {
            try forEach { (item) throws(ResponseError) in
                guard case .part(let part) = item else { return }
                parts.append(part)
            }
        } catch {
            return [:]
        }
        var digests: [[UInt8]] = []
        var headers: [JSON.Value] = []
        for part in parts {
            digests.append(SHA256.digest(of: part.body.span))
            var lines: [JSON.Value] = []
            for field in part.head.fields { lines.append(.string("\(field.name.rawName): \(field.latin1)")) }
            headers.append(.array(lines))
        }
        var list = digests.map(\.hexadecimal).joined(separator: ",")
        if digests.count > 20 { list = "all:" + SHA256.digest(of: Array(digests.joined()).span).hexadecimal }
        if digests.isEmpty { list = "-" }
        return ["parts": .integer(parts.count), "headers": .array(headers), "partDigests": .string(list)]
    }
}

// MARK: - Unsafe
//
// Bound: the bytes are copied inside the closure that receives them.

extension HTTPField {
    /// The bytes of the value as Latin-1.
    fileprivate var latin1: String {
        unsafe withUnsafeBytesOfValue { bytes in
            unsafe String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
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

    mutating func add(part: BodyPart) {
        count += 1
        add(SHA256.digest(of: part.body.span))
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
    /// The text as a JSON string in ASCII, in which DEL is escaped, too.
    fileprivate var asciiJSON: String { JSON.Value.string(self).text().escaped(from: 0x7F) }

    /// Returns a JSON text with escapes for all UTF-16 code units from a number on, which are only in its strings.
    fileprivate func escaped(from first: UInt16) -> String {
        var text = ""
        for unit in utf16 {
            if unit < first {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                text += "\\u" + String(unit, radix: 16).leftPadded(to: 4, with: "0")
            }
        }
        return text
    }
}

extension JSON {
    /// The text without whitespace: members in order, numbers as written, strings in ASCII.
    fileprivate var canonicalText: [UInt8] { Array(text().escaped(from: 0x80).utf8) }
}
