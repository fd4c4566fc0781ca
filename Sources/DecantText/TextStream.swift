package import DecantCore

/// A text that is decoded while its body arrives, with the same charset, findings and errors as the whole body.
package struct TextStream: Sendable {
    /// The number of bytes of a body that decide its charset, at most.
    package static let reach = 4096
    /// The charset that the bytes as received are in.
    package let charset: Charset
    /// The source of the charset, for errors.
    package let hint: String
    /// The findings about the charset.
    package private(set) var findings: [Finding]
    /// The number of bytes of a byte-order mark before the text.
    package let markLength: Int
    /// The reason that the text ends here.
    package private(set) var failure: ResponseError?
    /// The decoder of the text, if that is not the body itself.
    private var decoder: TextDecoder?
    /// The input that was decoded last, to find offsets again.
    private var pieces: [Piece] = []
    /// The number of bytes of text returned so far.
    private var count = 0
    /// The offset that was looked up last.
    private var lastLookup: Lookup?

    /// An offset in a piece, from which the next one is counted on.
    private struct Lookup {
        let piece: Int
        let bytes: [UInt8]
        let offset: Int
        var cursor: TranscodingCursor
    }

    /// Some bytes, and the decoder as it was before them.
    private struct Piece {
        let start: Int
        let decoder: TextDecoder
        var bytes: [UInt8]
    }

    /// Determines the charset from the first ``reach`` bytes of a body, from all of a shorter one, or from those up to a
    /// first `>` if the declaration of the format ends there.
    package init(
        _ beginning: ResponseBytes,
        label: String?,
        options: TextOptions,
        format: TextFormat
    ) throws(ResponseError) {
        let choice = try CharsetChoice(beginning, label: label, options, format)
        charset = choice.charset
        hint = choice.hint
        findings = choice.findings
        let mark = choice.charset.byteOrderMark
        markLength = !mark.isEmpty && beginning.hasPrefix(mark) ? mark.count : 0
        if markLength > 0 {
            let message = "a \(choice.charset) byte-order mark was removed"
            findings.append(Finding(.byteOrderMark, .note, message, offset: 0))
        }
        if charset != .utf8 {
            findings.append(Finding(.transcoded, .note, "the text was transcoded from \(charset)"))
        }
        if charset != .utf8 || options.replacesMalformed {
            decoder = TextDecoder(charset, replacesMalformed: options.replacesMalformed)
        }
    }

    /// Whether the text is the body itself.
    package var isInPlace: Bool { decoder == nil }

    /// Decodes the next bytes, without the mark; malformed text ends there, with the reason in ``failure``.
    package mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
        guard var decoder, failure == nil else { return failure == nil ? bytes : [] }
        keep(bytes, decoder)
        let text = write { (buffer) throws(ResponseError) in try decoder.decode(bytes.span, into: &buffer) }
        self.decoder = decoder
        return text
    }

    /// Decodes the rest at the end.
    package mutating func finish() -> [UInt8] {
        guard var decoder, failure == nil else { return [] }
        keep([], decoder)
        let text = write { (buffer) throws(ResponseError) in try decoder.finish(into: &buffer) }
        if let first = decoder.firstReplacement {
            let times = decoder.replacements == 1 ? "once" : "\(decoder.replacements) times"
            let message = "malformed \(charset) was replaced by U+FFFD \(times)"
            findings.append(Finding(.replacedBytes, .warning, message, offset: markLength + first))
        }
        return text
    }

    /// The number of bytes up to which small pieces become one: few enough to count from its beginning for each place.
    private static let smallCount = 256

    /// Keeps the bytes that are decoded next.
    private mutating func keep(_ bytes: [UInt8], _ decoder: TextDecoder) {
        lastLookup = nil
        if let held = pieces.last?.bytes.count, held + bytes.count <= Self.smallCount {
            pieces[pieces.count - 1].bytes += bytes
        } else {
            pieces.append(Piece(start: count, decoder: decoder, bytes: bytes))
        }
    }

    private mutating func write(_ body: (inout UTF8Buffer) throws(ResponseError) -> Void) -> [UInt8] {
        var buffer = UTF8Buffer()
        do throws(ResponseError) {
            try body(&buffer)
        } catch {
            failure = TextDecoder.malformed(charset, at: markLength + (error.offset ?? 0), hint: hint)
        }
        let text = buffer.finish()
        count += text.count
        return text
    }

    /// Drops the mapping of the text before an offset, which is not needed again.
    package mutating func forget(before offset: Int) {
        let needed = pieces.lastIndex { $0.start <= offset } ?? 0
        pieces.removeFirst(needed)
    }

    /// The number of bytes of the body before the character at an offset of the text.
    package func sourceOffset(ofUTF8Offset offset: Int) -> Int {
        var copy = self
        return copy.sourceOffset(countingOnTo: offset)
    }

    /// The same, counted on from the last offset that was found this way.
    package mutating func sourceOffset(countingOnTo offset: Int) -> Int {
        guard decoder != nil, let index = pieces.lastIndex(where: { $0.start <= offset }) else {
            return markLength + offset
        }
        let target = offset - pieces[index].start
        var next = lastLookup.take() ?? beginning(ofPiece: index)
        if next.piece != pieces[index].start || next.cursor.count > target { next = beginning(ofPiece: index) }
        var found = next.cursor
        found.move(to: target, in: next.bytes.span)
        next.cursor = found
        lastLookup = next
        return markLength + next.offset + found.position
    }

    private func beginning(ofPiece index: Int) -> Lookup {
        let piece = pieces[index]
        // The last character of a piece can have bytes in the next ones.
        let next = pieces[(index + 1)...].lazy.flatMap { $0.bytes.prefix(4) }.prefix(4)
        return Lookup(
            piece: piece.start,
            bytes: piece.decoder.pending + piece.bytes + next,
            offset: piece.decoder.offset,
            cursor: TranscodingCursor(engine: piece.decoder.decodingEngine)
        )
    }
}
