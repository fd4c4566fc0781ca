package import Decant

/// A body that is a stream of items, read again on each access.
package struct StreamBody: DecodedValue {
    /// The kind of the items.
    package enum Kind: Sendable {
        case events, jsonLines, jsonValues, jsonSequence, lines, multipart
    }

    /// An item of a stream, or the error in its position.
    package enum Item {
        case event(ServerSentEvent<String>)
        case retry(String)
        case json(JSON)
        case line(String)
        case part(BodyPart)
        case blank
        case malformed(ResponseError)
        /// The previous item turned out to be malformed.
        case trailing(ResponseError)
    }

    package let kind: Kind
    private let body: ResponseBytes
    private let mediaType: ResponseMediaType?
    private let limits: Limits
    private let skipsBadItems: Bool

    init(
        _ kind: Kind,
        _ body: ResponseBytes,
        _ mediaType: ResponseMediaType?,
        _ limits: Limits,
        skipsBadItems: Bool = false
    ) {
        self.kind = kind
        self.body = body
        self.mediaType = mediaType
        self.limits = limits
        self.skipsBadItems = skipsBadItems
    }

    /// Reads the items.
    ///
    /// - Returns: The findings of the stream.
    /// - Throws: `ResponseError` if the stream ends with an error, or if `receive` throws.
    @discardableResult
    package func forEach(_ receive: (Item) throws(ResponseError) -> Void) throws(ResponseError) -> [Finding] {
        var count = 0
        switch kind {
        case .events: return try readEvents(receive)
        case .jsonLines: return try read(.jsonLineRecords, receive) { Item($0, after: &count) }
        case .jsonValues:
            let values = StreamSerializer.jsonValues(JSON.self)
            return try read(skipsBadItems ? values.skippingBadItems() : values, receive) { .json($0) }
        case .jsonSequence: return try read(.jsonSequenceRecords, receive) { Item($0, after: &count) }
        case .lines: return try read(.lines, receive) { .line($0) }
        case .multipart:
            return try read(skipsBadItems ? .multipart.skippingBadItems() : .multipart, receive) { .part($0) }
        }
    }

    private func reader<Element>(
        _ serializer: StreamSerializer<Element>
    ) -> StreamReader<Element> {
        serializer.limits { $0 = limits }.reader(mediaType: mediaType)
    }

    /// Reads line by line, to show which reconnection times precede which event.
    private func readEvents(_ receive: (Item) throws(ResponseError) -> Void) throws(ResponseError) -> [Finding] {
        var reader = reader(.serverSentEvents)
        var start = 0
        for index in 0..<body.count where body[index] == 0x0A || body[index] == 0x0D || index + 1 == body.count {
            let line = body[start..<index + 1]
            let mark = start == 0 && line.starts(with: "\u{FEFF}".utf8) ? 3 : 0
            start = index + 1
            reader.append(line)
            while let event = try reader.next() { try receive(.event(event)) }
            if let digits = Self.retryDigits(of: line.dropFirst(mark)) { try receive(.retry(digits)) }
        }
        reader.finish()
        while let event = try reader.next() { try receive(.event(event)) }
        return reader.findings
    }

    /// Returns the digits of a `retry` field without leading zeros; nil if the line is no valid field of this name.
    private static func retryDigits(of line: some Collection<UInt8>) -> String? {
        let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        var field = Array(line)[...]
        guard let end = field.popLast(), ends.contains(end), field.starts(with: "retry:".utf8) else { return nil }
        field = field.dropFirst("retry:".utf8.count)
        if field.first == UInt8(ascii: " ") { field = field.dropFirst() }
        guard !field.isEmpty, field.allSatisfy(digits.contains) else { return nil }
        let number = String(decoding: field.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
        return number.isEmpty ? "0" : number
    }

    private func read<Element>(
        _ serializer: StreamSerializer<Element>,
        _ receive: (Item) throws(ResponseError) -> Void,
        _ item: (Element) -> Item
    ) throws(ResponseError) -> [Finding] {
        var reader = reader(serializer)
        reader.append(body.span)
        reader.finish()
        while let element = try reader.next() { try receive(item(element)) }
        return reader.findings
    }
}

extension StreamBody.Item {
    /// Creates an item from a record.
    ///
    /// - Parameter count: The number of values and malformed records before it.
    fileprivate init(_ record: Result<JSON?, ResponseError>, after count: inout Int) {
        switch record {
        case .success(let json?): self = .json(json)
        case .success(nil): self = .blank
        case .failure(let error):
            // An error of an item that was already read is about more text in its record.
            let isTrailing = error.itemIndex.map { $0 < count } ?? false
            self = isTrailing ? .trailing(error) : .malformed(error)
        }
        switch self {
        case .json, .malformed: count += 1
        default: break
        }
    }
}

/// Decodes a body as a stream of items, and reads all of them.
struct StreamBodySerializer: BodySerializer {
    var handling: ResponseHandling
    private let kind: StreamBody.Kind
    private let skipsBadItems: Bool

    init(_ kind: StreamBody.Kind, accepting mediaTypes: [MediaTypePattern]?, _ options: ReadingOptions) {
        self.kind = kind
        skipsBadItems = options.skipsBadItems
        handling = ResponseHandling(accepting: mediaTypes)
    }

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> StreamBody {
        let stream = StreamBody(kind, body, context.mediaType, context.limits, skipsBadItems: skipsBadItems)
        var skipped: [Finding] = []
        let skips = skipsBadItems
        let findings = try stream.forEach { (item) throws(ResponseError) in
            switch item {
            case .malformed(let error), .trailing(let error):
                guard skips else { throw error }
                if skipped.count < 100 { skipped.append(Finding(skipping: error)) }
            default: break
            }
        }
        for finding in findings + skipped { context.report(finding) }
        return stream
    }

    func decodeEmptyBody(
        _ body: ResponseBytes,
        in context: inout DecodingContext
    ) throws(ResponseError) -> StreamBody {
        // Of all streams, only a multipart body is never empty.
        if kind == .multipart, !context.response.forbidsBody { return try decode(body, in: &context) }
        return StreamBody(kind, body, context.mediaType, context.limits)
    }
}
