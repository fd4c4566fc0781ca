import DecantCore
import DecantText
import DecantXML

extension PropertyListDocument {
    /// Reads a list in XML.
    init(
        xml body: ResponseBody,
        in context: inout DecodingContext,
        options: borrowing PropertyListOptions
    ) throws(ResponseError) {
        let text = try DecodedText.decode(
            body,
            in: &context,
            options: options.text,
            format: .parsedXML,
            // The tokenizer does so.
            validatesUTF8: false,
            defersMalformed: true
        )
        let transcoding = text.isInPlace ? nil : PropertyListTranscoding(text)
        var tokenizer = XMLTokenizer(text, options: Self.xmlOptions, limits: Self.xmlLimits(context.limits))
        var reader = XMLPropertyListReader(context.limits, textLength: text.body.count)
        let failure = Self.run(&reader, &tokenizer, text, transcoding)
        // Every list names Apple's document type, whose external part is never read and not missed.
        for finding in tokenizer.findings where finding.severity != .note { context.report(finding) }
        if let failure { throw failure }
        self.init(
            format: .xml,
            body: text.body,
            words: reader.writer.words,
            pool: reader.writer.finishedPool,
            transcoding: transcoding
        )
    }

    /// Reads all tokens.
    ///
    /// - Returns: What stopped it, if something did.
    private static func run(
        _ reader: inout XMLPropertyListReader,
        _ tokenizer: inout XMLTokenizer,
        _ text: borrowing DecodedText,
        _ transcoding: PropertyListTranscoding?
    ) -> ResponseError? {
        do throws(ResponseError) {
            while try tokenizer.advance() {
                if let fault = reader.fault(in: tokenizer) { return fault.error(in: text.body, transcoding) }
            }
            return nil
        } catch {
            var located = error
            text.locate(&located)
            return located
        }
    }

    /// Namespaces mean nothing to a list.
    private static let xmlOptions: XML.Options = {
        var options = XML.Options()
        options.processesNamespaces = false
        return options
    }()

    /// What limits a list are the limits of lists; elements are the containers, the `plist` around them, and a scalar.
    private static func xmlLimits(_ limits: Limits) -> Limits {
        var own = limits
        own.xmlDepth = limits.propertyListDepth < .max - 3 ? limits.propertyListDepth + 3 : .max
        own.xmlTextBytes = max(limits.xmlTextBytes, limits.bodyBytes)
        return own
    }
}
