import DecantCore
import DecantText

extension PropertyListDocument {
    /// Reads a list in OpenStep's text.
    init(
        openStep text: DecodedText,
        options: borrowing PropertyListOptions,
        limits: Limits
    ) throws(ResponseError) {
        let transcoding = text.isInPlace ? nil : PropertyListTranscoding(text)
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
            pool: scanner.writer.finishPool(),
            transcoding: transcoding
        )
    }
}
