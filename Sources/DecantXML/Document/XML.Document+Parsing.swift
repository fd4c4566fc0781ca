public import DecantCore

extension XML.Document {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The document, in the charset of its byte-order mark, else of its XML declaration, else in UTF-8; or in the options'
    ///     charset. A ``ResponseBody`` is not copied.
    ///   - options: The ways in which it is read, and the parts that the tree keeps of it.
    ///   - limits: The bounds of depth, length and number.
    /// - Throws: ``ResponseError`` with the position of the first fault.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(parsing: ResponseBody(bytes), in: &context, options: options)
    }

    /// Reads the document of a response, in the charset that the response names.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response; findings made on the way are reported to it.
    ///   - options: How it is read, and what the tree keeps of it.
    /// - Throws: ``ResponseError`` with the place of the first fault.
    package init(
        parsing body: ResponseBody,
        in context: inout DecodingContext,
        options: XML.Options
    ) throws(ResponseError) {
        var tokenizer = try XMLTokenizer(body, in: &context, options: options, keepsAssembled: true)
        var builder = XMLDocumentBuilder(options, context.limits, textLength: tokenizer.body.count)
        var tree = XMLTree()
        do throws(ResponseError) {
            try tree.read(&tokenizer, &builder)
        } catch {
            for finding in tokenizer.findings { context.report(finding) }
            throw error
        }
        for finding in tokenizer.findings { context.report(finding) }
        storage = XMLDocumentStorage(tree, builder, tokenizer)
    }
}
