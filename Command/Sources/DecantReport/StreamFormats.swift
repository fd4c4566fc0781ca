package import Decant

/// A body that is a stream of items, read again on each access.
package struct StreamBody: DecodedValue {
    /// The kind of the items.
    package enum Kind: Sendable {
        case events, jsonLines, jsonSequence, lines
    }

    /// An item of a stream, or the error in its position.
    package enum Item {
        case event(ServerSentEvent<String>)
        case retry(String)
        case json(JSON)
        case line(String)
        case blank
        case malformed(ResponseError)
        /// The previous item turned out to be malformed.
        case trailing(ResponseError)
    }

    package let kind: Kind
    private let body: ResponseBytes
    private let mediaType: ResponseMediaType?
    private let limits: Limits

    init(_ kind: Kind, _ body: ResponseBytes, _ mediaType: ResponseMediaType?, _ limits: Limits) {
        (self.kind, self.body, self.mediaType, self.limits) = (kind, body, mediaType, limits)
    }

    /// Reads the items.
    ///
    /// - Returns: The findings of the stream.
    /// - Throws: `ResponseError` if the stream ends with an error, or if `take` throws.
    @discardableResult
    package func forEach(_ take: (Item) throws(ResponseError) -> Void) throws(ResponseError) -> [Finding] {
        switch kind {
        case .events: try readEvents(take)
        case .jsonLines:
            try readRecords(
                .jsonLines(JSON.self),
                { (reader) throws(ResponseError) in try reader.nextRecord() },
                take
            )
        case .jsonSequence:
            try readRecords(
                .jsonSequence(JSON.self),
                { (reader) throws(ResponseError) in try reader.nextRecord() },
                take
            )
        case .lines: try readText(take)
        }
    }

    private func reader<Format: StreamFormat & ~Copyable>(
        _ serializer: StreamSerializer<Format>
    ) -> StreamReader<Format> {
        serializer.limits { $0 = limits }.reader(mediaType: mediaType)
    }

    /// Reads line by line, to show which reconnection times precede which event.
    private func readEvents(_ take: (Item) throws(ResponseError) -> Void) throws(ResponseError) -> [Finding] {
        var reader = reader(.serverSentEvents)
        var (start, retries) = (0, 0)
        for index in 0..<body.count where body[index] == 0x0A || body[index] == 0x0D || index + 1 == body.count {
            reader.append(body.span.extracting(start..<index + 1))
            start = index + 1
            while let event = try reader.next() { try take(.event(event)) }
            if reader.retryCount > retries {
                retries = reader.retryCount
                try take(.retry(reader.retryDigits))
            }
        }
        reader.finish()
        while let event = try reader.next() { try take(.event(event)) }
        return reader.findings
    }

    private func readRecords<Format: StreamFormat & ~Copyable>(
        _ serializer: StreamSerializer<Format>,
        _ next: (inout StreamReader<Format>) throws(ResponseError) -> StreamRecord?,
        _ take: (Item) throws(ResponseError) -> Void
    ) throws(ResponseError) -> [Finding] {
        var reader = reader(serializer)
        reader.append(body.span)
        reader.finish()
        while let record = try next(&reader) { try take(Item(record)) }
        return reader.findings
    }

    private func readText(_ take: (Item) throws(ResponseError) -> Void) throws(ResponseError) -> [Finding] {
        var reader = reader(.lines)
        reader.append(body.span)
        reader.finish()
        while let line = try reader.next() { try take(.line(line)) }
        return reader.findings
    }
}

extension StreamBody.Item {
    fileprivate init(_ record: StreamRecord) {
        self =
            switch record {
            case .value(let json): .json(json)
            case .blank: .blank
            case .malformed(let error): .malformed(error)
            case .trailing(let error): .trailing(error)
            }
    }
}

/// Decodes a body as a stream of items, and reads all of them.
package struct StreamBodySerializer: ResponseSerializer {
    package var handling: ResponseHandling
    private let kind: StreamBody.Kind
    private let skipsBadItems: Bool

    init(_ kind: StreamBody.Kind, accepting mediaTypes: [MediaTypePattern], _ options: ReadingOptions) {
        self.kind = kind
        skipsBadItems = options.skipsBadItems
        handling = ResponseHandling(accepting: mediaTypes)
    }

    package func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> StreamBody {
        let stream = StreamBody(kind, body, context.mediaType, context.limits)
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

    package func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) -> StreamBody {
        StreamBody(kind, body, context.mediaType, context.limits)
    }
}

/// An event stream.
package enum EventStreamFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "text/event-stream" }

    package static func serializer(_ options: ReadingOptions) -> StreamBodySerializer {
        StreamBodySerializer(.events, accepting: ["text/event-stream"], options)
    }

    package static var paths: PathSyntax { .pointer }
}

/// JSON Lines.
package enum JSONLinesFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "application/x-ndjson" }

    package static func serializer(_ options: ReadingOptions) -> StreamBodySerializer {
        let types = StreamSerializer.jsonLines(JSON.self).handling.configuration.mediaTypes ?? []
        return StreamBodySerializer(.jsonLines, accepting: types, options)
    }

    package static var paths: PathSyntax { .pointer }
}

/// A JSON text sequence.
package enum JSONSequenceFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "application/json-seq" }

    package static func serializer(_ options: ReadingOptions) -> StreamBodySerializer {
        StreamBodySerializer(.jsonSequence, accepting: ["application/json-seq", "*+json-seq"], options)
    }

    package static var paths: PathSyntax { .pointer }
}

/// Lines of text.
package enum LinesFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "text/plain" }

    package static func serializer(_ options: ReadingOptions) -> StreamBodySerializer {
        StreamBodySerializer(.lines, accepting: TextOptions.mediaTypes, options)
    }
}
