import DecantCore
import DecantDocument
import DecantText

extension PropertyList {
    /// Reads a list in OpenStep's text.
    init(
        openStep text: DecodedText,
        options: borrowing PropertyList.Options,
        limits: Limits
    ) throws(ResponseError) {
        var scanner = OpenStepScanner(text.body, options.quirks, limits)
        do throws(PropertyListTextFault) {
            try scanner.run()
        } catch {
            throw error.error(in: text)
        }
        self = scanner.writer.finish(.openStep, text.transcoding)
    }
}
