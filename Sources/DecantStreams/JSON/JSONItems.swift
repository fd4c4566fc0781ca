public import DecantCore
public import DecantJSON

/// The JSON texts of a stream: reads one that is held, where it is, and places its errors in the stream.
struct JSONItems: ~Copyable {
    private let parser: JSONItemParser
    let limit: Int
    var window = BodyWindow()
    var log = StreamFindings()
    var isFinished = false
    var failure: ResponseError?

    /// The number of items that were read, also of those that were skipped.
    var count = 0

    init(_ options: JSON.Options, _ limits: Limits) {
        parser = JSONItemParser(options, limits)
        limit = limits.itemBytes
    }

    /// Reads the text of an item.
    mutating func parse(_ item: Range<Int>) throws(ResponseError) -> JSON {
        // The reader stops at a zero byte, which the bytes that follow are not.
        guard let next = window.replace(at: item.upperBound, by: 0) else {
            return try parse(window.copy(item), item)
        }
        defer { window.restore(next, at: item.upperBound) }
        return try parse(window.body(item), item)
    }

    private mutating func parse(_ body: ResponseBody, _ item: Range<Int>) throws(ResponseError) -> JSON {
        do throws(ResponseError) {
            let json = try parser.parse(body)
            if let finding = JSONItemParser.finding(json) {
                log.report(Finding(finding.code, finding.severity, finding.message, offset: item.lowerBound))
            }
            return json
        } catch {
            throw placed(error, in: item)
        }
    }

    /// The error of an item with its place in the stream.
    func placed(_ error: ResponseError, in item: Range<Int>) -> ResponseError {
        let offset = item.lowerBound + min(max(error.offset ?? 0, 0), item.count)
        return placed(error, at: offset, shownFrom: item.lowerBound, shownUpTo: item.upperBound)
    }

    /// The error with a place in the stream.
    func placed(
        _ reason: ResponseError,
        at offset: Int,
        shownFrom start: Int? = nil,
        shownUpTo end: Int? = nil
    ) -> ResponseError {
        var error = reason
        window.locate(&error, at: offset, shownFrom: start, shownUpTo: end)
        error.details.itemIndex = count
        return error
    }

    /// The error for an item that is too large.
    func tooLarge(_ noun: String, from start: Int) -> ResponseError {
        let message = "\(noun) \(count) has more than \(limit.counted("byte"))"
        return placed(ResponseError(.limitExceeded, message, limit: .itemBytes), at: start + limit)
    }

    /// Ends the stream with an error.
    mutating func fail(_ error: ResponseError) -> ResponseError {
        failure = error
        return error
    }

    /// Returns whether bytes are JSON's white space only.
    func isBlank(_ range: Range<Int>) -> Bool {
        range.allSatisfy { Self.isWhiteSpace(window[$0]) }
    }

    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

/// A record of a stream: a line, or what follows a record separator.
public enum StreamRecord: Sendable {
    /// A JSON text.
    case value(JSON)

    /// White space only.
    case blank

    /// Something that is not one JSON text.
    case malformed(ResponseError)

    /// Something after the JSON text of the record before, which makes that malformed as well.
    case trailing(ResponseError)
}
