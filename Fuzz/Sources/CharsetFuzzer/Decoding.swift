import DecantCore
import DecantText
import FuzzSupport

/// The result of decoding a text in pieces.
struct Decoding: Equatable {
    /// The text in UTF-8, so that no two texts count as the same that only look alike; empty if there was an error.
    private(set) var text: [UInt8] = []

    /// The offset of the error.
    private(set) var failure: Int?

    /// The number of replacements of malformed bytes.
    let replacements: Int

    /// The offset of the first replacement of malformed bytes.
    let firstReplacement: Int?

    private let charset: Charset

    /// Decodes a text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - charset: Its charset.
    ///   - replacesMalformed: Whether malformed bytes are replaced.
    ///   - step: The number of bytes of a piece.
    init(_ bytes: [UInt8], _ charset: Charset, replacesMalformed: Bool, step: Int) {
        self.charset = charset
        var decoder = TextDecoder(charset, replacesMalformed: replacesMalformed)
        do throws(ResponseError) {
            for start in stride(from: 0, to: bytes.count, by: max(step, 1)) {
                let piece = bytes[start..<min(bytes.count, start + step)]
                text += try decoder.decode(piece).utf8
            }
            text += try decoder.finish().utf8
        } catch {
            assure(error.code == .invalidText, "malformed text is \(error.code)")
            failure = error.offset
            // How much of a piece comes before its error is not told.
            text = []
        }
        replacements = decoder.replacements
        firstReplacement = decoder.firstReplacement
    }

    /// The text without the byte-order mark that the serializer drops.
    var textWithoutMark: [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return Self.unicodeCharsets.contains(charset) && text.starts(with: mark) ? Array(text.dropFirst(3)) : text
    }

    private static let unicodeCharsets: Set<Charset> = [
        .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ]
}
