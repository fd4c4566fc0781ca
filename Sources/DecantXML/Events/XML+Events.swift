public import DecantCore
import DecantText

extension XML {
    /// The body of a response, to be gone through event by event.
    ///
    /// ```swift
    /// let events = try XMLEventResponseSerializer().serialize(bytes, for: response)
    /// var reader = events.makeReader()
    /// while let event = try reader.next() { … }
    /// ```
    ///
    /// The body was validated and its charset found out, but it was not read: whether it is well-formed shows when a reader
    /// gets there. Any number of readers go through it, each from the beginning.
    public struct Events: Sendable {
        /// How the text is read.
        public let options: Options

        /// How deep, how long and how many things may be.
        public let limits: Limits

        /// What was noticed about the charset.
        public let findings: [Finding]

        private let body: ResponseBody

        /// The text, if it had to be made or its charset told.
        private let text: DecodedText?

        /// Fills in what is known about the response an error belongs to.
        private let completing: @Sendable (ResponseError) -> ResponseError

        /// Prepares a body of a response that was given to a serializer.
        init(
            _ body: ResponseBody,
            in context: inout DecodingContext,
            for serializer: XMLEventResponseSerializer
        ) throws(ResponseError) {
            let options = serializer.options
            let earlier = context.findings.count
            let body = XMLTokenizer.withoutLeadingSpace(body, in: &context, options)
            let isPlain = XMLTokenizer.isPlain(body, in: context, options)
            text = isPlain ? nil : try XMLTokenizer.decode(body, in: &context, options: options)
            self.body = body
            self.options = options
            limits = context.limits
            findings = Array(context.findings[earlier...])
            completing = { [context] in serializer.completed($0, body: body.whole, decoding: context) }
        }

        /// Makes a reader that begins at the beginning.
        ///
        /// - Returns: The reader.
        public func makeReader() -> Reader {
            var tokenizer =
                if let text {
                    XMLTokenizer(text, options: options, limits: limits)
                } else {
                    XMLTokenizer(body, nil, options: options, limits: limits, keepsAssembled: false)
                }
            tokenizer.completing = completing
            return Reader(tokenizer, findings: findings)
        }

        /// Reads everything, and keeps it.
        ///
        /// - Returns: The events.
        /// - Throws: ``ResponseError`` with the place of the first fault.
        public func owned() throws(ResponseError) -> [OwnedEvent] {
            var reader = makeReader()
            var events: [OwnedEvent] = []
            while let event = try reader.next() { events.append(event.owned) }
            return events
        }
    }
}
