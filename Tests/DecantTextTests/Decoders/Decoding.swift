import DecantCore
import DecantText

/// The result of a decoder that replaces malformed bytes.
struct Decoding: Equatable {
    let text: String
    let replacements: Int
    let firstReplacement: Int?

    /// Decodes bytes cut into pieces of some size; all at once without one.
    init(_ bytes: [UInt8], _ charset: Charset, piece: Int = .max) throws(ResponseError) {
        var decoder = TextDecoder(charset, replacesMalformed: true)
        text = try Self.text(bytes, &decoder, piece)
        replacements = decoder.replacements
        firstReplacement = decoder.firstReplacement
    }

    /// The error of strict decoding, if there is one.
    static func strictFailure(_ bytes: [UInt8], _ charset: Charset, piece: Int = .max) -> ResponseError? {
        var decoder = TextDecoder(charset)
        do throws(ResponseError) {
            _ = try text(bytes, &decoder, piece)
            return nil
        } catch {
            return error
        }
    }

    private static func text(_ bytes: [UInt8], _ decoder: inout TextDecoder, _ piece: Int) throws(ResponseError)
        -> String
    {
        var text = ""
        var start = 0
        while start < bytes.count {
            let end = bytes.count - start <= piece ? bytes.count : start + piece
            text += try decoder.decode(bytes[start..<end])
            start = end
        }
        return try text + decoder.finish()
    }

    /// Texts are equal if their scalars are: two that look alike are not enough.
    static func == (left: Decoding, right: Decoding) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.replacements == right.replacements
            && left.firstReplacement == right.firstReplacement
    }
}
