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
    /// The source of the text, if that is not the body itself.
    var stream: TextStream?
}

extension XMLTokenizer {
    /// Reads a text that is yet to come.
    init(stream: TextStream, options: XML.Options, limits: Limits) {
        self.init(ResponseBytes(), nil, options: options, limits: limits, keepsAssembled: false)
        isFinal = false
        ending.charsetHint = stream.hint
        window.stream = stream
        window.bytes.terminate()
        documentText = window.bytes.text(to: 0)
        text = documentText
    }

    /// Adds the next chunk of the body, and drops bytes that are not needed any more.
    mutating func append(_ chunk: ArraySlice<UInt8>) {
        let isInPlace = window.stream?.isInPlace ?? true
        let text = isInPlace ? chunk : window.stream?.decode(Array(chunk))[...] ?? []
        add(text.span)
        if let failure = window.stream?.failure { end(because: failure) }
    }

    /// Ends the input.
    mutating func endInput() {
        guard !isFinal else { return }
        let text = window.stream?.finish() ?? []
        if !text.isEmpty { add(text.span) }
        end(because: window.stream?.failure)
    }

    /// Ends the text, with a reason if it is incomplete.
    mutating func end(because failure: ResponseError?) {
        isFinal = true
        ending.cut(because: failure)
    }

    /// The position in the held text of the first byte of the document that was not read yet.
    private var documentPosition: Int { expansion.documentPosition ?? position }
    /// The same in the whole text.
    var pendingStart: Int { window.start + documentPosition }
    /// The number of bytes that were not read yet.
    var pendingCount: Int { documentText.count - documentPosition }

    func pendingByte(_ index: Int) -> UInt8 { documentText[documentPosition + index] }

    /// Ends reading if more than a number of bytes have been read for the last token, or wait for one that is not complete.
    mutating func check(isComplete: Bool, limit: Int) throws(ResponseError) {
        let start = isComplete ? token.offset : pendingStart
        let end = isComplete ? pendingStart : window.start &+ documentText.count
        if _slowPath(end &- start > limit) { try fail(from: start, limit: limit) }
    }

    @inline(never)
    private mutating func fail(from offset: Int, limit: Int) throws(ResponseError) {
        let start = offset - window.start
        let message = "\(noun(at: start)) has more than \(limit.counted("byte"))"
        let fault = XMLFault(message, at: start + limit, code: .limitExceeded, limit: .xmlTokenBytes)
        // A complete token is rejected as one that has not arrived as a whole, which has no findings.
        forgetToken()
        _ = try recover(from: fault)
    }

    /// The name of the token that begins at a position of the document.
    private func noun(at start: Int) -> String {
        guard documentText[start] == UInt8(ascii: "<") else { return "a text" }
        switch (Unicode.Scalar(documentText[start + 1]), Unicode.Scalar(documentText[start + 2])) {
        case ("?", _): return "a processing instruction"
        case ("!", "-"): return "a comment"
        case ("!", "["): return "a CDATA section"
        case ("!", _): return "the document type declaration"
        default: return "a tag"
        }
    }

    /// Whether the end of the document was reached.
    var isAtEnd: Bool { phase == .finished }

    private mutating func add(_ text: Span<UInt8>) {
        drop()
        guard window.bytes.count + text.count <= Int(UInt32.max) else { return end(because: Self.tooLong) }
        window.bytes.append(text)
        window.bytes.terminate()
        documentText = window.bytes.text(to: window.bytes.count)
        if store == .text { self.text = documentText }
    }

    /// Drops bytes already read, except for those that errors show; only when there are as many as would have to be moved.
    private mutating func drop() {
        changes.settle()
        var read = documentPosition
        if !expansion.isEmpty { read = min(read, expansion.referenceOffset - window.start) }
        let length = read - XMLWindow.context
        guard length > 0, length >= window.bytes.count - length else { return }
        keepNames(upTo: window.start + length)
        for index in elements.firstWithoutLine..<elements.count { elements[index].shiftName(by: length) }
        window.lines = counted(on: window.lines, to: window.start + length)
        window.bytes.dropFirst(length)
        window.start += length
        window.stream?.forget(before: window.start)
        // White space between pieces of markup is read without being tested.
        validated = max(validated - length, 0)
        if !expansion.dropFirst(length) { position -= length }
    }

    /// Keeps the names of elements whose start tags are going to be dropped.
    private mutating func keepNames(upTo offset: Int) {
        let first = elements.firstWithoutLine
        var last = first
        while last > 0, elements[last - 1].name.slice.store != .kept { last -= 1 }
        let slice = last > 0 ? elements[last - 1].name.slice : .empty
        window.kept.truncate(to: slice.start + slice.count)
        var index = first
        while index < elements.count, elements[index].offset < offset {
            window.lines = counted(on: window.lines, to: elements[index].offset)
            elements[index].line = UInt32(clamping: window.lines.line)
            if elements[index].name.slice.store == .text {
                let name = view(elements[index].name.slice)
                elements[index].name.slice = XMLSlice(.kept, offset: window.kept.count, count: name.count)
                window.kept.append(name)
            }
            index += 1
        }
    }
}

// MARK: - An incomplete token

// A token is committed whole. The first change of what lasts saves the state before it; if the token turns out to be
// incomplete, the state is put back, and the token is read again when more of the text has arrived.

/// The changes of the current token, as far as they must be undone if it is not complete.
struct XMLTokenChanges {
    /// Whether the token has changed state.
    private(set) var isDirty = false
    /// The number of findings before the token.
    private var settledFindings = 0
    /// The state before the token, if it may be incomplete.
    private var checkpoint: XMLCheckpoint?

    mutating func begin(findings: Int, _ checkpoint: XMLCheckpoint?) {
        isDirty = true
        settledFindings = findings
        self.checkpoint = checkpoint
    }

    /// Makes the changes last.
    mutating func settle() {
        isDirty = false
        checkpoint = nil
    }

    /// The number of findings of the token among all.
    func newFindings(among count: Int) -> Int { isDirty ? count - settledFindings : 0 }

    /// Ends the changes, and returns the state to put back.
    mutating func takeCheckpoint() -> XMLCheckpoint? {
        guard isDirty, let checkpoint else { return nil }
        settle()
        return checkpoint
    }
}

/// The state that a token that is not complete may have changed.
struct XMLCheckpoint {
    let position: Int
    let store: XMLSlice.Store
    /// The end of the text that is read.
    let end: Int
    let expansion: XMLEntityExpansion
}

extension XMLTokenizer {
    /// Saves the state that the token is about to change, in case it is not complete.
    mutating func willChange() {
        guard !changes.isDirty else { return }
        let checkpoint =
            isFinal
            ? nil
            : XMLCheckpoint(
                position: position,
                store: store,
                end: text.count,
                expansion: expansion
            )
        changes.begin(findings: findings.count, checkpoint)
    }

    /// Removes the text of a token from its fault, since its length depends on the bytes that have arrived.
    mutating func forgetToken() {
        documentTypeState.abandon()
        findings.removeLast(changes.newFindings(among: findings.count))
    }

    /// Undoes the changes of an incomplete token.
    mutating func putBack() {
        attributeList.truncate(to: 0)
        documentTypeState.abandon()
        let newFindings = changes.newFindings(among: findings.count)
        guard let checkpoint = changes.takeCheckpoint() else { return }
        markOpen(false)
        position = checkpoint.position
        store = checkpoint.store
        expansion = checkpoint.expansion
        findings.removeLast(newFindings)
        markOpen(true)
        text = store == .text ? documentText : declared.text(to: checkpoint.end)
    }

    /// Records of all entities that are being read that they are, or not.
    private func markOpen(_ isOpen: Bool) {
        for entity in expansion.openGeneralEntities { declarations?.entities[entity].isOpen = isOpen }
    }
}
