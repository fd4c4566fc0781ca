public import DecantCore

/// The response in the block of a record.
struct RecordResponse {
    private let record: WARC.Record

    private var bytes: ResponseBytes { record.bytes }
    private var start: Int { record.headerCount }
    private var limits: Limits { record.limits }

    init(_ record: WARC.Record) { self.record = record }

    /// The response as an entry.
    var entry: CaptureEntry {
        let isWithoutBlock = record.kind == .revisit && start == bytes.count
        guard record.kind != .resource, isMessage, !isWithoutBlock else { return entryWithoutHead() }
        do throws(ResponseError) {
            return try entryWithHead()
        } catch {
            var details = details
            details.failure = .rejected(inBlock(error))
            let context = ResponseContext(mediaType: nil, url: record.targetURI)
            return entry(context, ResponseBytes(), [], details)
        }
    }

    /// The media type of the block, or nil if it is missing or malformed.
    private var type: ResponseMediaType? { record.contentType.flatMap(ResponseMediaType.init(parsing:)) }

    /// Whether the block is a message of HTTP.
    ///
    /// Records without a media type are responses of HTTP, too (ISO 28500 §6.3.2).
    private var isMessage: Bool {
        let span = bytes.span
        // Nearly all records have this type with the parameter `msgtype`.
        if let range = record.header.contentType, range.count > 16, span[range.lowerBound + 16] == UInt8(ascii: ";"),
            span.has("application/http", at: range.lowerBound)
        {
            return true
        }
        return type.map { $0.essence == "application/http" } ?? HeadParser.startsHead(bytes, at: start)
    }

    private func entryWithoutHead() -> CaptureEntry {
        let isRevisit = record.kind == .revisit
        let context = ResponseContext(mediaType: isRevisit ? nil : type, url: record.targetURI)
        return entry(context, isRevisit ? ResponseBytes() : record.block, [], details)
    }

    private func entryWithHead() throws(ResponseError) -> CaptureEntry {
        var parser = HeadParser(bytes, at: start, limits: limits)
        let prefix = parser.skipPrefix()
        var head = try parser.head()
        while head.isInterim {
            parser = HeadParser(bytes, at: head.end, limits: limits)
            head = try parser.head()
        }
        let content = try SavedBody(after: head, in: bytes, limits: limits)
        var findings = prefix + head.findings + content.findings + content.surplus
        let isDecoded = isDecoded(content.body, head.fields)
        if isDecoded {
            let name = head.fields.values(of: "content-encoding").joined(separator: ", ").excerpt(40)
            findings.append(
                Finding(.contentCoding, .note, "the head names the coding \(name), but the body is already decoded")
            )
        }
        let isRevisit = record.kind == .revisit
        let context = ResponseContext(
            head.received,
            method: nil,
            url: record.targetURI,
            isDecoded: isDecoded || isRevisit ? true : nil,
            ignoresLength: isRevisit
        )
        guard !isRevisit else {
            // The head announces the body of an earlier record.
            return entry(context, ResponseBytes(), prefix + head.findings, details)
        }
        return entry(context, content.body, findings, details)
    }

    /// Returns whether the crawler has decoded the content codings of a body and kept their fields.
    private func isDecoded(_ body: ResponseBytes, _ fields: ReceivedFields) -> Bool {
        guard fields.contains("content-encoding"), !body.isEmpty else { return false }
        let list = ContentCodingList(fieldValues: fields.values(of: "content-encoding"))
        guard let outermost = list.elements.last, !outermost.isEvident(in: body) else { return false }
        return outermost == .gzip || outermost == .zstd || CodingSignature.isText(body.prefix(64))
    }

    private func entry(
        _ context: ResponseContext,
        _ body: ResponseBytes,
        _ findings: [Finding],
        _ details: CaptureEntry.Details
    ) -> CaptureEntry {
        CaptureEntry(
            index: record.index,
            context: context,
            body: body,
            findings: record.findings + truncation + findings,
            details: details
        )
    }

    private var details: CaptureEntry.Details {
        var details = CaptureEntry.Details()
        details.startedDateTime = record.date
        guard record.kind == .revisit else { return details }
        let original = record["WARC-Refers-To"] ?? record["WARC-Refers-To-Target-URI"]
        let reason = original.map { "the payload of \($0.excerpt(200))" } ?? "the payload of an earlier record"
        details.failure = .transport(nil, reason: "the record is a revisit, and repeats \(reason)")
        return details
    }

    /// ISO 28500 §5.13, §5.17: the crawler, or a segment of the record, ended the block early.
    private var truncation: [Finding] {
        guard record.kind != .revisit else {
            return [Finding(.revisit, .note, "the payload equals the payload of an earlier record")]
        }
        if let reason = record.text(record.header.truncated) {
            let message = "the crawler truncated the record: \(reason.excerpt(40))"
            return [Finding(.truncatedBody, .warning, message)]
        }
        guard let segment = record.text(record.header.segment) else { return [] }
        let message = "the record is segment \(segment.excerpt(20)) of several, and the others are separate records"
        return [Finding(.truncatedBody, .failure, message)]
    }

    /// Returns an error of the head with its offset and its line in the block.
    private func inBlock(_ error: ResponseError) -> ResponseError {
        guard let offset = error.offset.map({ max(0, $0 - start) }) else { return error }
        let beginning = bytes.dropFirst(start).prefix(offset + 200)
        return error.moved(to: .text(offset, SourceText(ResponseBytes(Array(beginning)))))
    }
}

extension Finding.Code {
    /// The code for a response of a web archive whose payload equals the payload of an earlier record.
    public static let revisit: Self = "revisit"
}
