// A text that is read while it arrives is held from a little before the current place to where it has come. What was read is
// dropped when more is added, so that memory is bound by the longest token.
//
//   dropped | context | read … position … what has come | zeros
//           ^ start
//
// The names of open elements would be dropped as well; they move to `kept` before, in the order of the stack, and with them
// the lines they began on, which messages need.

import DecantCore
import DecantText

/// The part of a text that has arrived and is still needed, if a text is read while it arrives.
struct XMLWindow: ~Copyable {
    /// The number of bytes already read that are held, to be shown in errors.
    static var context: Int { 256 }
    /// The held bytes of the text.
    var bytes = UnsafeXMLBuffer<UInt8>()
    /// The offset of the held bytes in the whole text.
    var start = 0
    /// The line and column at which that begins.
    var lines = LineCounter()
    /// The names of open elements whose start tags are not held any more.
    var kept = UnsafeXMLBuffer<UInt8>()
}

extension XMLTokenizer {
    /// Reads a text that is yet to come.
    init(stream: TextStream, options: XML.Options, limits: Limits) {
        let source = XMLSource(ResponseBytes(), stream: stream)
        self.init(source, options: options, limits: limits, keepsAssembled: false)
        scanner.isFinal = false
        scanner.window.bytes.terminate()
        scanner.holdWindow(dropping: 0)
        ending.charsetHint = stream.hint
    }

    /// Adds the next chunk of the body, and drops bytes that are not needed any more.
    mutating func append(_ chunk: ArraySlice<UInt8>) {
        let isInPlace = scanner.source.stream?.isInPlace ?? true
        let text = isInPlace ? chunk : scanner.source.stream?.decode(Array(chunk))[...] ?? []
        add(text.span)
        if let failure = scanner.source.stream?.failure { end(because: failure) }
    }

    /// Ends the input.
    mutating func endInput() {
        guard !scanner.isFinal else { return }
        let text = scanner.source.stream?.finish() ?? []
        if !text.isEmpty { add(text.span) }
        end(because: scanner.source.stream?.failure)
    }

    /// Ends the text, with a reason if it is incomplete.
    mutating func end(because failure: ResponseError?) {
        scanner.isFinal = true
        ending.cut(because: failure)
    }

    /// The position in the held text of the first byte of the document that was not read yet.
    private var documentPosition: Int { entities.documentPosition ?? scanner.position }
    /// The same in the whole text.
    var pendingStart: Int { scanner.window.start + documentPosition }
    /// The number of bytes that were not read yet.
    var pendingCount: Int { scanner.documentText.count - documentPosition }

    func pendingByte(_ index: Int) -> UInt8 { scanner.documentText[documentPosition + index] }

    /// Ends reading if more than a number of bytes have been read for the last token, or wait for one that is not complete.
    mutating func check(isComplete: Bool, limit: Int) throws(ResponseError) {
        let start = isComplete ? token.offset : pendingStart
        let end = isComplete ? pendingStart : scanner.window.start &+ scanner.documentText.count
        if _slowPath(end &- start > limit) { try fail(from: start, limit: limit) }
    }

    @inline(never)
    private mutating func fail(from offset: Int, limit: Int) throws(ResponseError) {
        let start = offset - scanner.window.start
        let message = "\(noun(at: start)) has more than \(limit.counted("byte"))"
        let fault = XMLFault(message, at: start + limit, code: .limitExceeded, limit: .xmlTokenBytes)
        // A complete token is rejected as one that has not arrived as a whole, which has no findings.
        entities.forgetToken()
        _ = try recover(from: fault)
    }

    /// The name of the token that begins at a position of the document.
    private func noun(at start: Int) -> String {
        guard scanner.documentText[start] == UInt8(ascii: "<") else { return "a text" }
        switch (Unicode.Scalar(scanner.documentText[start + 1]), Unicode.Scalar(scanner.documentText[start + 2])) {
        case ("?", _): return "a processing instruction"
        case ("!", "-"): return "a comment"
        case ("!", "["): return "a CDATA section"
        case ("!", _): return "the document type declaration"
        default: return "a tag"
        }
    }

    private mutating func add(_ text: Span<UInt8>) {
        let dropped = drop()
        let isTooLong = scanner.window.bytes.count + text.count > XMLScanner.mostBytes
        if !isTooLong { scanner.window.bytes.append(text) }
        scanner.window.bytes.terminate()
        scanner.holdWindow(dropping: dropped)
        if isTooLong { end(because: Self.tooLong) }
    }

    /// Drops bytes already read, except for those that errors show; only when there are as many as would have to be moved.
    private mutating func drop() -> Int {
        entities.settle()
        // While an entity is read, the reference to it may be shown.
        let read = min(documentPosition, scanner.offset(of: documentPosition) - scanner.window.start)
        let length = read - XMLWindow.context
        guard length > 0, length >= scanner.window.bytes.count - length else { return 0 }
        let start = scanner.window.start + length
        tags.keepNames(&scanner, upTo: start)
        tags.shiftNames(by: length)
        scanner.window.lines = scanner.counted(on: scanner.window.lines, to: start)
        scanner.window.bytes.dropFirst(length)
        scanner.window.start = start
        scanner.source.stream?.forget(before: start)
        entities.dropFirst(length)
        return length
    }
}
