import DecantCore
import DecantDocument
import DecantXML

extension XMLPropertyListReader {
    /// The text of an element.
    enum Text {
        /// No text so far.
        case none

        /// Contiguous text in the document.
        case contiguous(offset: Int, count: Int)

        /// Text joined in the writer's pool, from this offset to the end of the pool.
        case pooled(from: Int)
    }

    /// Handles character data.
    mutating func read(
        text slice: XMLSlice,
        _ tokenizer: inout XMLTokenizer,
        at offset: Int
    ) throws(PropertyListTextFault) {
        // The tokenizer has skipped whitespace between elements.
        guard case .scalar = state else { throw fault("expected an element, but found text", offset) }
        if case .none = text, slice.store == .text {
            text = .contiguous(offset: slice.start, count: slice.count)
        } else {
            pool(slice, &tokenizer)
        }
    }

    /// Appends text to the text joined so far.
    @inline(never)
    private mutating func pool(_ slice: XMLSlice, _ tokenizer: inout XMLTokenizer) {
        switch text {
        case .none: text = .pooled(from: writer.pool.count)
        case .contiguous(let offset, let count):
            text = .pooled(from: writer.pool.count)
            let body = body
            writer.pool(body.part(from: offset, count: count))
        case .pooled: break
        }
        writer.pool(tokenizer.bytes(of: slice))
    }

    /// Writes the node of an element at its end tag.
    mutating func finish(
        _ element: XMLPropertyListElement,
        end: Int
    ) throws(PropertyListTextFault) {
        switch element {
        case .string: try finishText(end)
        case .key:
            try finishText(end)
            awaitsValue = true
        default: try finishValue(element)
        }
    }

    private mutating func finishText(_ end: Int) throws(PropertyListTextFault) {
        switch text {
        case .none: try writer.string(at: end, length: 0)
        case .contiguous(let offset, let count): try writer.string(at: offset, length: count)
        case .pooled(let start): try writer.pooled(.pooledString, at: tagOffset, from: start)
        }
    }

    /// Writes the node of a value that is parsed from text.
    private mutating func finishValue(_ element: XMLPropertyListElement) throws(PropertyListTextFault) {
        switch text {
        case .none: try value(element, Span())
        case .contiguous(let offset, let count):
            let body = body
            try value(element, body.part(from: offset, count: count))
        case .pooled(let start):
            let bytes = Array(writer.pool[start...])
            writer.pool.removeSubrange(start...)
            try value(element, bytes.elementSpan)
        }
    }

    private mutating func value(
        _ element: XMLPropertyListElement,
        _ text: Span<UInt8>
    ) throws(PropertyListTextFault) {
        switch element {
        case .true, .false:
            guard text.isEmpty else { throw fault("unexpected text in a Boolean value", tagOffset) }
            try writer.write(element == .true ? .true : .false, at: tagOffset)
        case .data: try data(text)
        default: try number(element, text.trimmed)
        }
    }

    private mutating func number(
        _ element: XMLPropertyListElement,
        _ text: Span<UInt8>
    ) throws(PropertyListTextFault) {
        switch element {
        case .integer:
            guard let value = PropertyListNumbers.integer(text) else {
                throw mismatch("an integer of at most 128 bits", text)
            }
            try writer.integer(value, at: tagOffset)
        case .real:
            guard let value = PropertyListNumbers.real(text) else {
                throw mismatch("a finite number of 64 bits", text)
            }
            try writer.number(.real, value, at: tagOffset)
        default:
            guard let value = PropertyListDate.xml(text) else {
                throw mismatch("a date such as 2001-02-03T04:05:06Z", text)
            }
            try writer.number(.date, value, at: tagOffset)
        }
    }

    /// Returns the error for text that does not match its element's type.
    @inline(never)
    private func mismatch(_ expected: String, _ text: Span<UInt8>) -> PropertyListTextFault {
        var beginning: [UInt8] = []
        for index in 0..<min(text.count, 200) { beginning.append(text[index]) }
        let found = text.isEmpty ? "nothing" : "“\(String(decoding: beginning, as: UTF8.self).excerpt(40))”"
        return fault("expected \(expected), but found \(found)", tagOffset)
    }

    private mutating func data(_ text: Span<UInt8>) throws(PropertyListTextFault) {
        let start = writer.pool.count
        guard writer.pool(base64: text) else { throw mismatch("data in base64", text) }
        try writer.pooled(.pooledData, at: tagOffset, from: start)
    }
}

extension ResponseBytes {
    /// Returns a range of the bytes.
    @_lifetime(borrow self)
    fileprivate func part(from offset: Int, count: Int) -> Span<UInt8> {
        storage.padded.extracting(start + offset..<start + offset + count)
    }

    /// Returns the offset of the first byte that is not whitespace, or nil if all bytes are whitespace.
    func firstOfText(from offset: Int, count: Int) -> Int? {
        let bytes = part(from: offset, count: count)
        return bytes.indices.first { !XMLCharacters.isWhitespace(bytes[$0]) }.map { offset + $0 }
    }
}
