import DecantCore
import DecantText
import FuzzSupport
import HTTPTypes

/// Decodes text.
///
/// The first byte selects the charset; the second one selects where the text is cut and its declarations.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCharset(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let charset = charsets[Int(input.takeByte()) % charsets.count]
    let choice = input.takeByte()
    examineChunks(of: input.rest, charset, step: Int(choice & 7) + 2)
    examineSerializer(of: input.body, charset)
    examineDeclarations(input, choice)
    return 0
}

private let charsets = Charset.allCases

/// Checks that the result does not depend on the chunks, and that both policies for malformed bytes agree on which
/// bytes are malformed.
private func examineChunks(of bytes: [UInt8], _ charset: Charset, step: Int) {
    let strict = Decoding(bytes, charset, replacesMalformed: false, step: bytes.count)
    let replacing = Decoding(bytes, charset, replacesMalformed: true, step: bytes.count)
    for step in [1, step] {
        assureEqual(
            Decoding(bytes, charset, replacesMalformed: false, step: step),
            strict,
            "strict, in chunks of \(step): \(charset)"
        )
        assureEqual(
            Decoding(bytes, charset, replacesMalformed: true, step: step),
            replacing,
            "replacing, in chunks of \(step): \(charset)"
        )
    }
    assure(replacing.failure == nil, "replacing throws in \(charset)")
    assureEqual(strict.failure, replacing.firstReplacement, "the first malformed offset in \(charset)")
    if strict.failure == nil { assureEqual(strict.text, replacing.text, "valid text in \(charset)") }
    assureEqual(replacing.replacements == 0, strict.failure == nil, "replacements in \(charset)")
    assure(replacing.text.count <= bytes.count * 3, "\(bytes.count) bytes of \(charset) grow too much")
    examineByStandardLibrary(replacing.text, bytes, charset)
}

/// Compares with the standard library, which also decodes UTF-8 and UTF-16 and replaces malformed bytes by the same
/// rule.
private func examineByStandardLibrary(_ text: [UInt8], _ bytes: [UInt8], _ charset: Charset) {
    switch charset {
    case .utf8:
        assureEqual(text, Array(String(decoding: bytes, as: UTF8.self).utf8), "UTF-8")
    case .utf16LittleEndian, .utf16BigEndian:
        guard bytes.count.isMultiple(of: 2) else { return }
        let units = stride(from: 0, to: bytes.count, by: 2).map { index in
            let pair = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            return charset == .utf16LittleEndian ? pair.byteSwapped : pair
        }
        assureEqual(text, Array(String(decoding: units, as: UTF16.self).utf8), "UTF-16")
    default:
        return
    }
}

/// Checks that the serializer gives the result of the decoder, except for the byte-order mark.
private func examineSerializer(of body: ResponseBytes, _ charset: Charset) {
    let expected = Decoding(Array(body), charset, replacesMalformed: true, step: body.count)
    let strict = Decoding(Array(body), charset, replacesMalformed: false, step: body.count)
    let serializer = StringResponseSerializer().charset(charset)
    let context = ResponseContext(mediaType: nil)
    do throws(ResponseError) {
        let text = try serializer.replacingMalformed().value(of: body, for: context)
        assureEqual(Array(text.utf8), expected.textWithoutMark, "the serializer's text in \(charset)")
        let again = try serializer.value(of: body, for: context)
        assure(strict.failure == nil, "malformed \(charset) is not an error")
        assureEqual(Array(again.utf8), Array(text.utf8), "strict and replacing differ in \(charset)")
    } catch {
        error.examine(bodyCount: body.count)
        assureEqual(error.code, .invalidText, "a known charset")
        assureEqual(error.offset, strict.failure, "the offset of malformed \(charset)")
    }
}

/// The first line is the label in the head; the remainder is a document that may declare its charset.
private func examineDeclarations(_ input: FuzzInput, _ choice: UInt8) {
    let bytes = input.rest
    let end = bytes.firstIndex(of: 0x0A) ?? 0
    var head = HTTPResponse(status: choice & 0x80 == 0 ? .ok : .notFound)
    let type = ["text/plain", "text/html", "application/xml", "application/json"][Int(choice >> 3 & 3)]
    let label = String(decoding: bytes.prefix(end), as: UTF8.self)
    head.headerFields[.contentType] = choice & 0x20 == 0 ? type : "\(type); charset=\"\(label)\""
    let body = ResponseBytes(bytes.dropFirst(end == 0 ? 0 : end + 1))
    let serializer = StringResponseSerializer()
    do throws(ResponseError) {
        let context = ResponseContext(head)
        let response = try (choice & 0x40 == 0 ? serializer : serializer.replacingMalformed())
            .response(of: body, for: context)
        assure(response.value.utf8.count <= body.count * 3, "\(body.count) bytes grow too much")
        for finding in response.findings { examine(finding, bodyCount: body.count) }
    } catch {
        error.examine(bodyCount: body.count)
    }
    if let charset = Charset(label: label) {
        assureEqual(Charset(label: charset.name), charset, "the name of a charset is a label of it")
    }
}

private func examine(_ finding: Finding, bodyCount: Int) {
    guard let offset = finding.offset else { return }
    assure(offset >= 0 && offset <= bodyCount, "a finding at \(offset) of \(bodyCount)")
}

/// The result of decoding a text in chunks.
struct Decoding: Equatable {
    /// The text in UTF-8, because equal strings can differ in their scalars; empty after an error.
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
    ///   - charset: Its charset.
    ///   - replacesMalformed: Whether malformed bytes are replaced.
    ///   - step: The number of bytes in a chunk.
    init(_ bytes: [UInt8], _ charset: Charset, replacesMalformed: Bool, step: Int) {
        self.charset = charset
        var decoder = TextDecoder(charset, replacesMalformed: replacesMalformed)
        do throws(ResponseError) {
            for start in stride(from: 0, to: bytes.count, by: max(step, 1)) {
                let chunk = bytes[start..<min(bytes.count, start + step)]
                text += try decoder.decode(chunk).utf8
            }
            text += try decoder.finish().utf8
        } catch {
            assure(error.code == .invalidText, "malformed text is \(error.code)")
            failure = error.offset
            // The text before the error within a chunk is lost, so it depends on the chunk size.
            text = []
        }
        replacements = decoder.replacements
        firstReplacement = decoder.firstReplacement
    }

    /// The text without the byte-order mark, which the serializer drops.
    var textWithoutMark: [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return Self.unicodeCharsets.contains(charset) && text.starts(with: mark) ? Array(text.dropFirst(3)) : text
    }

    private static let unicodeCharsets: Set<Charset> = [
        .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ]
}
