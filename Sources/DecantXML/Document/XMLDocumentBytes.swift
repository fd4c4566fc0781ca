package import DecantCore

/// The bytes that the slices of a document are in.
package struct XMLDocumentBytes: Sendable {
    /// The text of the document in UTF-8.
    package let text: ResponseBody

    /// What the document's declarations say.
    package let declared: [UInt8]

    /// What the tokenizer put together.
    package let assembled: [UInt8]

    /// What the builder of a document put together.
    package let merged: [UInt8]

    /// Creates stores.
    package init(text: ResponseBody, declared: [UInt8] = [], assembled: [UInt8] = [], merged: [UInt8] = []) {
        self.text = text
        self.declared = declared
        self.assembled = assembled
        self.merged = merged
    }

    /// The bytes of a slice, lent.
    @inline(__always)
    @_lifetime(borrow self)
    private func bytes(_ slice: XMLSlice) -> Span<UInt8> {
        let range = slice.start..<slice.start + slice.count
        switch slice.store {
        case .text: return text.span.extracting(range)
        case .declared: return declared.span.extracting(range)
        case .assembled: return assembled.span.extracting(range)
        default: return merged.span.extracting(range)
        }
    }

    /// Lends the bytes of a slice.
    @inline(__always)
    package func withBytes<Result>(_ slice: XMLSlice, _ body: (Span<UInt8>) -> Result) -> Result {
        body(bytes(slice))
    }

    /// The bytes of a slice as a string.
    package func string(_ slice: XMLSlice) -> String { bytes(slice).string }

    /// Whether the bytes of a slice are those of a string.
    @inline(__always)
    package func has(_ text: String, at slice: XMLSlice) -> Bool { bytes(slice).hasText(text) }

    /// Whether the bytes of a slice are those of a slice of other stores.
    func isSame(_ slice: XMLSlice, as other: XMLSlice, of stores: XMLDocumentBytes) -> Bool {
        slice.count == other.count && bytes(slice).hasBytes(of: stores.bytes(other))
    }

    /// Whether the bytes of a slice come before those of another one, which is the order of the code points.
    func isOrdered(_ slice: XMLSlice, before other: XMLSlice) -> Bool { bytes(slice).comesBefore(bytes(other)) }

    /// Feeds the bytes of a slice and their number to a hasher.
    func hash(_ slice: XMLSlice, into hasher: inout Hasher) { bytes(slice).hash(into: &hasher) }

    /// Appends the bytes of a slice to an array.
    func append(_ slice: XMLSlice, to array: inout [UInt8]) { array.append(copying: bytes(slice)) }

    /// Whether the bytes of a slice are white space only.
    func isXMLSpace(_ slice: XMLSlice) -> Bool {
        let bytes = bytes(slice)
        var position = 0
        while position < bytes.count, bytes[position].isXMLSpace { position &+= 1 }
        return position == bytes.count
    }
}

extension Span<UInt8> {
    /// Whether the bytes are those of a string.
    @inline(__always)
    func hasText(_ text: String) -> Bool {
        guard count == text.utf8.count else { return false }
        var position = 0
        for byte in text.utf8 {
            guard self[position] == byte else { return false }
            position &+= 1
        }
        return true
    }
}
