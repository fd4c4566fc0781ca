import DecantCore
import DecantDocument
import DecantText
import DecantXML

extension PropertyList {
    /// Reads a list in XML.
    init(
        xml body: ResponseBody,
        in context: inout DecodingContext,
        options: borrowing PropertyList.Options
    ) throws(ResponseError) {
        var own = DecodingContext(context.response, limits: Self.xmlLimits(context.limits))
        defer { for finding in own.findings { context.report(finding) } }
        var xmlOptions = XML.Options()
        // Namespaces mean nothing to a list.
        xmlOptions.processesNamespaces = false
        xmlOptions.text = options.text
        var tokenizer = try XMLTokenizer(body, in: &own, options: xmlOptions)
        var reader = XMLPropertyListReader(tokenizer.documentBody, context.limits)
        let failure = Self.run(&reader, &tokenizer)
        // Every list names Apple's document type, whose external part is never read and not missed.
        for finding in tokenizer.findings where finding.severity != .note { own.report(finding) }
        if let failure { throw failure }
        self = reader.writer.finish(.xml, tokenizer.decodedText?.transcoding)
    }

    /// Reads all tokens.
    ///
    /// - Returns: What stopped it, if something did.
    private static func run(
        _ reader: inout XMLPropertyListReader,
        _ tokenizer: inout XMLTokenizer
    ) -> ResponseError? {
        do throws(ResponseError) {
            while let token = try tokenizer.nextPlain(skipsSpace: !reader.isInScalar) {
                do throws(PropertyListTextFault) {
                    try reader.take(token, &tokenizer)
                } catch {
                    var located = error.error
                    tokenizer.locate(&located, at: error.offset)
                    return located
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// What limits a list are the limits of lists; elements are the containers, the `plist` around them, and a scalar.
    private static func xmlLimits(_ limits: Limits) -> Limits {
        var own = limits
        own.xmlDepth = limits.propertyListDepth < .max - 3 ? limits.propertyListDepth + 3 : .max
        own.xmlTextBytes = max(limits.xmlTextBytes, limits.bodyBytes)
        return own
    }
}
