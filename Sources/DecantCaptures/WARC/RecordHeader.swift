internal import CDecantStreams
public import DecantCore

/// The header of a record (ISO 28500:2017 §4): a version and named fields.
///
/// Only the fields that frame a record are extracted here; ``WARC/Record`` finds the others on demand.
struct RecordHeader {
    /// The kind of the record.
    private(set) var kind = WARC.Kind.other("")

    /// The length of the block in bytes.
    private(set) var length = 0

    /// The deviations from the grammar whose meaning is clear.
    private(set) var findings: [Finding] = []

    /// The values of the fields that describe a response, as ranges of the header, or nil for missing fields.
    private(set) var date: Range<Int>?
    private(set) var targetURI: Range<Int>?
    private(set) var contentType: Range<Int>?
    private(set) var truncated: Range<Int>?
    private(set) var segment: Range<Int>?

    private var hasType = false
    private var hasLength = false
    private var hasIdentifier = false
    private var malformedLines = 0

    /// Parses a header, including its empty line.
    ///
    /// ISO 28500 §4: `header = version warc-fields`.
    ///
    /// - Throws: `ResponseError` if the length is missing or malformed, or if a limit is exceeded.
    init(_ bytes: Span<UInt8>, _ limits: ArchiveLimits) throws(ResponseError) {
        var position = try version(bytes)
        var count = 0
        while let field = NamedField(in: bytes, at: position) {
            guard field.end - position <= limits.head.fieldBytes else {
                let message = "a field of the record has more than \(limits.head.fieldBytes.counted("byte"))"
                throw Self.exceeded(.fieldBytes, message)
            }
            count += 1
            guard count <= limits.head.fieldCount else {
                let message = "the record has more than \(limits.head.fieldCount.counted("field"))"
                throw Self.exceeded(.fieldCount, message)
            }
            try parse(field, bytes)
            position = field.end
        }
        guard hasLength else { throw ResponseError(.malformedBody, "the record has no Content-Length") }
        reportDeviations()
    }

    /// Adds a finding about the end of the record.
    mutating func record(_ finding: Finding) { findings.append(finding) }

    private static func exceeded(_ name: Limits.Name, _ message: String) -> ResponseError {
        ResponseError(.limitExceeded, message, limit: name)
    }

    /// ISO 28500 §4: `version = "WARC/1.1" CRLF`; version 1.0 has the same grammar.
    private mutating func version(_ bytes: Span<UInt8>) throws(ResponseError) -> Int {
        let line = bytes.line(at: 0)
        let content = line.content
        guard content.count >= 8, bytes.has("WARC/", at: 0) else {
            throw ResponseError(.malformedBody, "expected “WARC/1.0” or “WARC/1.1” at the beginning of a record")
        }
        if content.count != 8 || !(bytes.has("1.0", at: 5) || bytes.has("1.1", at: 5)) {
            let version = bytes.text(5..<content.upperBound).excerpt(20)
            findings.append(Finding(.irregularRecord, .warning, "the version \(version) was read like 1.1"))
        }
        return line.end
    }

    private mutating func parse(_ field: NamedField, _ bytes: Span<UInt8>) throws(ResponseError) {
        switch field.name.count {
        case 0: malformedLines += 1
        case 9 where !hasType && bytes.equals("warc-type", in: field.name):
            hasType = true
            kind = WARC.Kind(bytes, field.value)
        case 9 where bytes.equals("warc-date", in: field.name): date = date ?? field.value
        case 12 where bytes.equals("content-type", in: field.name): contentType = contentType ?? field.value
        case 14 where bytes.equals("content-length", in: field.name): try parseLength(field.value, bytes)
        case 14 where bytes.equals("warc-record-id", in: field.name): hasIdentifier = true
        case 14 where bytes.equals("warc-truncated", in: field.name): truncated = truncated ?? field.value
        case 15 where bytes.equals("warc-target-uri", in: field.name): targetURI = targetURI ?? field.value
        case 19 where bytes.equals("warc-segment-number", in: field.name): segment = segment ?? field.value
        default: break
        }
    }

    /// ISO 28500 §5.3: `Content-Length = "Content-Length" ":" 1*DIGIT`.
    private mutating func parseLength(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(ResponseError) {
        var value = 0
        for index in range {
            guard bytes[index].isDigit else {
                value = -1
                break
            }
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            // A length beyond all limits is as good as any other one.
            value = overflows || product > .max - 9 ? .max - 9 : product + Int(bytes[index] - UInt8(ascii: "0"))
        }
        guard value >= 0, !range.isEmpty, !hasLength || value == length else {
            let text = bytes.text(range).excerpt(40)
            throw ResponseError(.malformedBody, "expected one number in Content-Length, but found “\(text)”")
        }
        length = value
        hasLength = true
    }

    private mutating func reportDeviations() {
        var missing: [String] = []
        if !hasType { missing.append("WARC-Type") }
        if !hasIdentifier { missing.append("WARC-Record-ID") }
        if date == nil { missing.append("WARC-Date") }
        if !missing.isEmpty {
            let message = "the record lacks mandatory fields: \(missing.joined(separator: ", "))"
            findings.append(Finding(.irregularRecord, .warning, message))
        }
        guard malformedLines > 0 else { return }
        let message = "ignored \(malformedLines.counted("line")) of the header without the name of a field"
        findings.append(Finding(.irregularRecord, .warning, message))
    }
}

extension Finding.Code {
    /// The code for a record of a web archive that deviates from ISO 28500, but whose meaning is clear.
    public static let irregularRecord: Self = "irregularRecord"
}

// MARK: - Fields

/// A named field of a header.
///
/// ISO 28500 §4: `named-field = field-name ":" [ field-value ]`. A value may continue on lines that begin with
/// whitespace.
struct NamedField {
    /// The bytes of the name; empty if the line has none.
    private(set) var name = 0..<0

    /// The bytes of the value without the whitespace around it.
    private(set) var value: Range<Int>

    /// The offset after the line end.
    private(set) var end: Int

    /// Finds the field at an offset; returns nil at the empty line and at the end.
    init?(in bytes: Span<UInt8>, at start: Int) {
        var line = bytes.line(at: start)
        guard !line.content.isEmpty else { return nil }
        var position = start
        while position < line.content.upperBound, bytes[position].isHTTPToken { position += 1 }
        let nameEnd = position
        while position < line.content.upperBound, bytes[position].isOptionalWhitespace { position += 1 }
        if nameEnd > start, position < line.content.upperBound, bytes[position] == UInt8(ascii: ":") {
            name = start..<nameEnd
            position += 1
        }
        var valueEnd = line.content.upperBound
        while line.end < bytes.count, bytes[line.end].isOptionalWhitespace {
            line = bytes.line(at: line.end)
            valueEnd = line.content.upperBound
        }
        value = bytes.trimming(position..<valueEnd)
        end = line.end
    }
}

/// A line of a header.
struct HeaderLine {
    /// The bytes without the line end.
    var content: Range<Int>

    /// The offset after the line end.
    var end: Int
}

extension Span<UInt8> {
    /// Returns the line at an offset, which ends with CR LF, with LF, or with the bytes.
    func line(at start: Int) -> HeaderLine {
        guard let feed = firstOffset(of: UInt8(ascii: "\n"), in: start..<count) else {
            return HeaderLine(content: start..<count, end: count)
        }
        let isRegular = feed > start && self[feed - 1] == UInt8(ascii: "\r")
        return HeaderLine(content: start..<(isRegular ? feed - 1 : feed), end: feed + 1)
    }

    /// Returns whether a text of ASCII characters is at an offset.
    func has(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, text.utf8CodeUnitCount <= count - start else { return false }
        return equals(text, in: start..<start + text.utf8CodeUnitCount, caseMask: 0)
    }

    /// Returns whether a range equals a text in lowercase ASCII, ignoring case.
    func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        range.count == text.utf8CodeUnitCount && equals(text, in: range, caseMask: 0x20)
    }

    /// Returns the text of a range, with each line end and the whitespace after it replaced by one space.
    func text(_ range: Range<Int>) -> String {
        let text = string(range)
        guard firstOffset(of: UInt8(ascii: "\n"), in: range) != nil else { return text }
        let lines = text.split { $0 == "\n" || $0 == "\r\n" }
        return lines.map { $0.trimming(while: { $0 == " " || $0 == "\t" }) }.joined(separator: " ")
    }

    /// Returns a range without the whitespace at both ends.
    func trimming(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isOptionalWhitespace { start += 1 }
        while start < end, self[end - 1].isOptionalWhitespace { end -= 1 }
        return start..<end
    }

    // MARK: - Unsafe
    //
    // Bound: a buffer does not escape its closure, and a search ends with its buffer. Callers of `equals` check that
    // the range has as many bytes as the text, whose memory is constant.

    /// Returns the offset of the first occurrence of a byte in a range, or nil if the range does not contain it.
    func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        unsafe extracting(range).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let offset = unsafe decant_find_byte(start, byte, buffer.count)
            return offset < buffer.count ? range.lowerBound + offset : nil
        }
    }

    /// Returns the text of a range; malformed UTF-8 is replaced.
    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private func equals(_ text: StaticString, in range: Range<Int>, caseMask: UInt8) -> Bool {
        var pointer = unsafe text.utf8Start
        for index in range {
            guard unsafe self[index] | caseMask == pointer.pointee | caseMask else { return false }
            unsafe pointer += 1
        }
        return true
    }
}

extension Substring {
    /// The text without the characters at both ends that meet a condition.
    fileprivate func trimming(while condition: (Character) -> Bool) -> Substring {
        var text = self.drop(while: condition)
        while let last = text.last, condition(last) { text.removeLast() }
        return text
    }
}
