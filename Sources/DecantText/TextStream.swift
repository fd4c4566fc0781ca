package import DecantCore

/// A text decoded as its body arrives, with the same charset, findings, and errors as the whole body.
package struct TextStream: Sendable {
    /// The maximum number of bytes of a body that determine its charset.
    package static let reach = 4096
    /// The charset of the bytes as received.
    package let charset: Charset
    /// A description of the charset's source, for errors.
    package let hint: Hint
    /// The findings about the charset.
    package private(set) var findings: [Finding]
    /// The length of the byte-order mark before the text.
    package let markLength: Int
    /// The error that ends the text.
    package private(set) var failure: ResponseError?
    /// The decoder of the text, or nil if the text is the body itself.
    private var decoder: TextDecoder?
    /// The recently decoded input, for mapping offsets back.
    private var segments: [Segment] = []
    /// The number of bytes of text returned so far.
    private var count = 0
    /// The most recent lookup of an offset.
    private var lastLookup: Lookup?

    /// A position in a chunk, from which the next lookup continues.
    private struct Lookup {
        let segment: Int
        let bytes: [UInt8]
        let offset: Int
        var cursor: TranscodingCursor
    }

    /// A chunk of input, and the state of the decoder before it.
    private struct Segment {
        let start: Int
        let decoder: TextDecoder
        var bytes: [UInt8]
    }

    /// Determines the charset from the beginning of a body.
    ///
    /// - Parameter beginning: The first ``reach`` bytes of the body, or all of a shorter body. If the format's
    ///   declaration ends at the first `>`, the bytes up to that `>` are enough.
    package init(
        _ beginning: ResponseBytes,
        label: String?,
        options: TextOptions,
        format: TextFormat,
        dropsControls: Bool = false
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
        if charset != .utf8 || options.replacesMalformed || dropsControls {
            let replaces = options.replacesMalformed
            decoder = TextDecoder(charset, replacesMalformed: replaces, dropsControls: dropsControls)
        }
    }

    /// Whether the text is the body itself.
    package var isUnchanged: Bool { decoder == nil }

    /// Decodes the next bytes, without the byte-order mark.
    ///
    /// Malformed bytes end the text, with the error in ``failure``.
    package mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
        guard var decoder, failure == nil else { return failure == nil ? bytes : [] }
        keep(bytes, decoder)
        let text = write { (buffer) throws(ResponseError) in try decoder.decode(bytes.elementSpan, into: &buffer) }
        self.decoder = decoder
        return text
    }

    /// Decodes the remaining bytes at the end of the body.
    package mutating func finish() -> [UInt8] {
        guard var decoder, failure == nil else { return [] }
        keep([], decoder)
        let text = write { (buffer) throws(ResponseError) in try decoder.finish(into: &buffer) }
        if let first = decoder.firstReplacement {
            let times = decoder.replacements == 1 ? "once" : "\(decoder.replacements) times"
            let message = "malformed \(charset) was replaced by U+FFFD \(times)"
            findings.append(Finding(.replacedBytes, .warning, message, offset: markLength + first))
        }
        if let finding = decoder.dropped.finding(after: markLength) { findings.append(finding) }
        return text
    }

    /// The maximum size of a chunk merged from small chunks.
    ///
    /// It is small enough to scan from its start for each lookup.
    private static let smallCount = 256

    /// Stores bytes that are about to be decoded.
    private mutating func keep(_ bytes: [UInt8], _ decoder: TextDecoder) {
        lastLookup = nil
        if let held = segments.last?.bytes.count, held + bytes.count <= Self.smallCount {
            segments[segments.count - 1].bytes += bytes
        } else {
            segments.append(Segment(start: count, decoder: decoder, bytes: bytes))
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

    /// Discards the mapping of the text before an offset.
    package mutating func forget(before offset: Int) {
        let needed = segments.lastIndex { $0.start <= offset } ?? 0
        segments.removeFirst(needed)
    }

    /// Returns the offset in the body of the character at an offset of the text.
    package func sourceOffset(ofUTF8Offset offset: Int) -> Int {
        var copy = self
        return copy.sourceOffset(countingOnTo: offset)
    }

    /// Returns the offset in the body of the character at an offset of the text, and continues from the previous
    /// lookup.
    package mutating func sourceOffset(countingOnTo offset: Int) -> Int {
        guard decoder != nil, let index = segments.lastIndex(where: { $0.start <= offset }) else {
            return markLength + offset
        }
        let target = offset - segments[index].start
        var next = lastLookup.take() ?? beginning(ofSegment: index)
        if next.segment != segments[index].start || next.cursor.count > target { next = beginning(ofSegment: index) }
        var found = next.cursor
        found.move(to: target, in: next.bytes.elementSpan)
        next.cursor = found
        lastLookup = next
        return markLength + next.offset + found.position
    }

    private func beginning(ofSegment index: Int) -> Lookup {
        let segment = segments[index]
        // The last character of a chunk may end in the following chunks.
        let next = segments[(index + 1)...].lazy.flatMap { $0.bytes.prefix(4) }.prefix(4)
        return Lookup(
            segment: segment.start,
            bytes: segment.decoder.pending + segment.bytes + next,
            offset: segment.decoder.offset,
            cursor: segment.decoder.cursor
        )
    }
}
