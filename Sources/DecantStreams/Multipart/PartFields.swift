import DecantCore
import HTTPTypes

/// The field lines of a head in the body of a response: that of a part, or of a response in a part.
///
/// A line that is not a field is ignored and counted. The scanner of parts has rejected such a head before.
struct PartFields {
    static let contentLength = Array("content-length".utf8)

    private(set) var fields = ReceivedFields()

    /// The number of lines that are not fields.
    private(set) var ignoredCount = 0

    /// The offset after the empty line at the end of the head, or the number of bytes without one.
    private(set) var end: Int

    /// Parses the lines of a head.
    init(_ bytes: Span<UInt8>, from start: Int = 0) {
        end = bytes.count
        var position = start
        var name = ""
        var value: [UInt8] = []
        while position < bytes.count {
            let rest = bytes.extracting(position..<bytes.count)
            let count = rest.offset(of: .lineFeed)
            position += min(count + 1, rest.count)
            let line = rest.extracting(0..<(count > 0 && rest[count - 1] == .carriageReturn ? count - 1 : count))
            if !line.isEmpty, line[0] == .space || line[0] == .tab {
                // RFC 5322 §2.2.3: a folded value is one line.
                let folded = line.extracting(Self.trimmed(line, line.indices))
                if !value.isEmpty, !folded.isEmpty { value.append(.space) }
                value.append(folded)
                continue
            }
            add(name, value)
            name = ""
            if line.isEmpty {
                end = position
                return
            }
            let colon = line.offset(of: UInt8(ascii: ":"))
            guard colon < line.count else {
                ignoredCount += 1
                continue
            }
            name = line.extracting(Self.trimmed(line, 0..<colon)).text
            value = []
            value.append(line.extracting(Self.trimmed(line, colon + 1..<line.count)))
        }
        add(name, value)
    }

    private mutating func add(_ name: String, _ value: [UInt8]) {
        guard !name.isEmpty else { return }
        guard name.utf8.allSatisfy(\.isHTTPToken), !value.contains(0), fields.count < ReceivedFields.maxFields else {
            ignoredCount += 1
            return
        }
        if ReceivedFields.isPlain(value.elementSpan) {
            fields.append(token: name, plain: String(decoding: value, as: UTF8.self))
        } else {
            fields.append(token: name, bytes: value.map { $0 == .carriageReturn ? .space : $0 })
        }
    }

    /// Returns whether a line starts with a name in lowercase letters and hyphens, in any case.
    static func isNamed(_ name: [UInt8], _ line: Span<UInt8>) -> Bool {
        for index in name.indices where line[index] | .letterCase != name[index] { return false }
        return true
    }

    private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] == .space || bytes[start] == .tab { start += 1 }
        while start < end, bytes[end - 1] == .space || bytes[end - 1] == .tab { end -= 1 }
        return start..<end
    }
}

extension String {
    /// The text without spaces and tabs at its ends.
    var trimmingSpaces: Substring {
        var text = self[...]
        while let first = text.utf8.first, first == .space || first == .tab { text = text.dropFirst() }
        while let last = text.utf8.last, last == .space || last == .tab { text = text.dropLast() }
        return text
    }
}
