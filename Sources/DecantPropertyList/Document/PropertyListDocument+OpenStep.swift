import DecantCore
import DecantText

extension PropertyListDocument {
    /// Reads a list in OpenStep's text.
    init(
        openStep text: DecodedText,
        options: borrowing PropertyListOptions,
        limits: Limits
    ) throws(ResponseError) {
        let isInPlace = text.charset == .utf8 && text.replacements == 0
        let transcoding = isInPlace ? nil : PropertyListTranscoding(text)
        var scanner = OpenStepScanner(text.body, options.quirks, limits)
        do throws(PropertyListTextFault) {
            try scanner.run()
        } catch {
            throw error.error(in: text.body, transcoding)
        }
        self.init(
            format: .openStep,
            body: text.body,
            words: scanner.writer.words,
            pool: scanner.writer.finishedPool,
            transcoding: transcoding
        )
    }

    /// Reads a list in XML.
    init(
        xml body: ResponseBody,
        in context: inout DecodingContext,
        options: borrowing PropertyListOptions
    ) throws(ResponseError) {
        throw ResponseError(.malformedBody, "no list in XML can be read yet", offset: 0)
    }
}
