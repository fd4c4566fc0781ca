public import DecantCore
import DecantText

extension XML {
    /// The body of a response, for reading event by event.
    ///
    /// ```swift
    /// let events = try XMLEventResponseSerializer().value(of: bytes, for: response)
    /// var reader = events.makeReader()
    /// while let event = try reader.next() { … }
    /// ```
    ///
    /// The body has been validated and its charset determined, but it has not been parsed. A reader throws an error
    /// when it reaches content that is not well-formed. Any number of readers can be created; each starts at the
    /// beginning.
    public struct Events: Sendable {
        /// The options for reading the text.
        public let options: Options
        /// The limits on depth, lengths, and counts.
        public let limits: Limits
        /// The findings about the charset.
        public let findings: [Finding]
        private let source: XMLSource
        /// A closure that adds the response to an error.
        private let completing: @Sendable (ResponseError) -> ResponseError

        init(
            _ body: ResponseBytes,
            in context: inout DecodingContext,
            for serializer: XMLEventResponseSerializer
        ) throws(ResponseError) {
            let options = serializer.options
            let earlier = context.findings.count
            source = try XMLSource(body, in: &context, options)
            self.options = options
            limits = context.limits
            findings = Array(context.findings[earlier...])
            let path = ResponsePath(serializer.handling)
            completing = { [context] in path.completed($0, body: body.whole, decoding: context) }
        }

        /// Creates a reader that starts at the beginning.
        public func makeReader() -> Reader {
            var tokenizer = XMLTokenizer(source, options: options, limits: limits)
            tokenizer.ending.completing = completing
            return Reader(tokenizer, findings: findings)
        }

        /// Reads and returns all events.
        public func owned() throws(ResponseError) -> [OwnedEvent] {
            var reader = makeReader()
            var events: [OwnedEvent] = []
            while let event = try reader.nextOwned() { events.append(event) }
            return events
        }
    }
}
