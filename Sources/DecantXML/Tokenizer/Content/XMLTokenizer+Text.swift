extension XMLTokenizer {
    /// Reads character data up to the next markup (production 14).
    ///
    /// - Returns: Whether there is any; if not, reading goes on at ``position``.
    @inline(__always)
    mutating func characterData(_ text: UnsafeXMLText, from start: Int) throws(XMLFault) -> Bool {
        var end = text.textEnd(from: start)
        while _slowPath(text[end] == 0x5D) {
            if text[end &+ 1] == 0x5D, text[end &+ 2] == 0x3E { throw sectionEndFault(at: end) }
            end = text.textEnd(from: end &+ 1)
        }
        guard _fastPath(text[end] == 0x3C && end &- start <= textLimit) else {
            return try assembleText(from: start, stop: end)
        }
        try commit(end)
        let slice = XMLSlice(store, offset: start, count: end &- start)
        token = XMLToken(kind: .text, name: .none, text: slice, offset: offset(of: start))
        return true
    }

    /// Puts character data together that stands nowhere as it is.
    @inline(never)
    private mutating func assembleText(from start: Int, stop: Int) throws(XMLFault) -> Bool {
        willChange()
        let offset = offset(of: start)
        let first = assembled.count
        position = start
        var end = stop
        while text[end] != 0x3C {
            try assemblePiece(upTo: end)
            guard assembled.count - first <= textLimit else { throw textLimitFault(at: position) }
            end = text.textEnd(from: position)
            while text[end] == 0x5D {
                if text[end + 1] == 0x5D, text[end + 2] == 0x3E { throw sectionEndFault(at: end) }
                end = text.textEnd(from: end + 1)
            }
        }
        try append(from: position, to: end)
        let count = assembled.count - first
        guard count <= textLimit else { throw textLimitFault(at: position, reached: end) }
        try commit(end)
        token = XMLToken(kind: .text, name: .none, text: assembledSlice(from: first), offset: offset)
        return count > 0
    }

    /// Takes the text up to a position, and what stands there: a reference, a line end, or the end of an entity.
    private mutating func assemblePiece(upTo end: Int) throws(XMLFault) {
        switch text[end] {
        case 0x26:
            try append(from: position, to: end)
            try reference(at: end)
        case 0x0D:
            try append(from: position, to: end)
            // Line ends of an entity's replacement text were normalised when it was declared (XML 1.0 §2.11).
            assembled.append(store == .text ? 0x0A : 0x0D)
            position = end + (store == .text && text[end + 1] == 0x0A ? 2 : 1)
        default:
            guard end == text.count else { throw characterFault(at: end) }
            guard !sources.isEmpty else { throw unfinishedFault(at: end) }
            try append(from: position, to: end)
            try endEntity()
        }
    }

    /// What was assembled from a place on; one without bytes needs no store.
    func assembledSlice(from start: Int) -> XMLSlice {
        let count = assembled.count - start
        return count == 0 ? .empty : XMLSlice(.assembled, offset: start, count: count)
    }

    /// Throws if slices could not reach all that is assembled.
    func checkAssembled(_ length: Int) throws(XMLFault) {
        guard assembled.count + length <= Int(UInt32.max) else { throw textLimitFault(at: position) }
    }

    /// Adds a piece of what is read to the assembled text.
    mutating func append(from start: Int, to end: Int) throws(XMLFault) {
        guard end > start else { return }
        // Text that goes on in an entity ends there, where nothing is left to be tested.
        if end > validated, store == .text { try validate(upTo: end) }
        try checkAssembled(end - start)
        assembled.append(text.bytes(from: start, to: end))
    }
}
