internal import DecantCore
internal import DecantJSON
internal import HTTPTypes

/// Writes failures as entries of HAR 1.2, with all members that the format requires.
///
/// Credentials are hidden in all parts.
struct FailureWriter: Sendable {
    private let credentials = HiddenCredentials(Placeholders())

    /// Returns an archive of entries in JSON.
    static func archive(of entries: [[UInt8]]) -> [UInt8] {
        HAR.Writer.beginning + entries.joined(separator: HAR.Writer.separator) + Array("]}}\n".utf8)
    }

    /// Returns the entry for a failure.
    ///
    /// - Parameter end: The time when the response ended, in seconds since 1970.
    func entry(_ outcome: ResponseOutcome, _ error: ResponseError, endedAt end: Int64) -> JSON.Value {
        let duration = (outcome.transferDuration ?? .zero) + outcome.duration
        let milliseconds = max(0, (duration / .microseconds(1)).rounded() / 1000)
        let start = end.subtractingReportingOverflow(duration.components.seconds).partialValue
        // The notation has four digits for a year.
        let started = CivilTime(secondsSince1970: Int(max(0, min(start, 253_402_300_799))))
        return [
            ("startedDateTime", .string("\(started)")),
            ("time", .double(milliseconds)),
            ("request", Self.request(error.context)),
            ("response", response(error)),
            ("cache", .object([])),
            (
                "timings",
                ["send", "wait", "receive"].map { ($0, $0 == "wait" ? .double(milliseconds) : .integer(0)) }.object
            ),
            ("comment", .string("decoded as \(outcome.output): \(error.code): \(message(of: error))")),
        ].object
    }

    private static func request(_ context: ResponseContext?) -> JSON.Value {
        let url = context?.url.map { Credentials.redacted(url: $0) }
        let known = [
            context?.method.map { ("method", JSON.Value.string($0.rawValue)) }, url.map { ("url", .string($0)) },
        ]
        return (known.compactMap { $0 } + message(headers: []) + [("queryString", .array([]))]).object
    }

    /// Returns the message of an error, which may quote a credential of the body.
    private func message(of error: ResponseError) -> String {
        Credentials.masked(error.message, quoting: error.body)
    }

    private func response(_ error: ResponseError) -> JSON.Value {
        let head = error.context?.head
        let fields = (head?.headerFields ?? [:]).map { field in
            let value = Credentials.redacted(field.value, of: field.name)
            return [("name", JSON.Value.string(field.name.rawName)), ("value", .string(value))].object
        }
        var members: [(String, JSON.Value)] = [
            ("status", .integer(head?.status.code ?? 0)),
            ("statusText", .string(head?.status.reasonPhrase ?? "")),
            ("content", content(error)),
            ("redirectURL", .string(Credentials.redacted(url: head?.headerFields[.location] ?? ""))),
        ]
        if head == nil || error.code == .transportFailed {
            members.append(("_error", .string(error.transferReason ?? message(of: error))))
        }
        return (members + Self.message(headers: fields)).object
    }

    /// The members that requests and responses have in common.
    private static func message(headers: [JSON.Value]) -> [(String, JSON.Value)] {
        [
            ("httpVersion", .string("")), ("headers", .array(headers)), ("cookies", .array([])),
            ("headersSize", .integer(-1)), ("bodySize", .integer(-1)),
        ]
    }

    /// Returns the body as text if reading it back gives the same bytes in the same charset, otherwise in base64.
    private func content(_ error: ResponseError) -> JSON.Value {
        let type = error.headerFields[.contentType] ?? ""
        var members: [(String, JSON.Value)] = [("size", .integer(error.bodyCount)), ("mimeType", .string(type))]
        var body = Array(error.body)
        if error.context?.mediaType.map(HARContent.isBinary) != true { credentials.hide(in: &body) }
        if Self.isText(error) {
            members.append(("text", .string(String(decoding: body, as: UTF8.self))))
        } else {
            members += [("text", .string(base64(body.elementSpan))), ("encoding", .string("base64"))]
        }
        return members.object
    }

    private static func isText(_ error: ResponseError) -> Bool {
        let mediaType = error.context?.mediaType
        guard error.bodyCount == error.body.count, mediaType.map(HARContent.isBinary) != true else { return false }
        let charset = mediaType?.charset?.lowercased()
        let isUTF8 = charset == "utf-8" || charset == nil && mediaType?.subtype == "json"
        let isASCII = error.body.allSatisfy { $0 > 0 && $0 < 0x80 }
        let isSuperset = charset.map(["us-ascii", "iso-8859-1", "windows-1252"].contains) ?? true
        return (isUTF8 || isASCII && isSuperset) && String(validUTF8: error.body) != nil
    }
}

extension [(String, JSON.Value)] {
    /// The members as an object.
    fileprivate var object: JSON.Value { .object(map { (key: $0.0, value: $0.1) }) }
}
