extension XML {
    /// A run of text that is lent, in UTF-8.
    public struct TextSpan: ~Escapable {
        /// The bytes.
        public let utf8: Span<UInt8>

        @inline(__always)
        @_lifetime(copy utf8)
        init(_ utf8: Span<UInt8>) { self.utf8 = utf8 }

        /// The number of bytes.
        public var count: Int { utf8.count }

        /// Whether there is no text.
        public var isEmpty: Bool { utf8.isEmpty }

        /// Whether the text is white space only (XML 1.0 production 3).
        public var isWhiteSpace: Bool { utf8.indices.allSatisfy { XMLCharacters.isSpace(utf8[$0]) } }

        /// Whether the text is this, scalar by scalar; no string is made for it.
        public static func == (span: borrowing TextSpan, text: String) -> Bool {
            guard span.utf8.count == text.utf8.count else { return false }
            var index = 0
            for byte in text.utf8 {
                guard span.utf8[index] == byte else { return false }
                index += 1
            }
            return true
        }

        /// Whether the text is something else.
        public static func != (span: borrowing TextSpan, text: String) -> Bool { !(span == text) }
    }
}

extension XML.TextSpan {
    // MARK: - Unsafe
    //
    // Bound: the bytes are used inside of the closure that has them.

    /// The text as a string, which is made anew each time.
    public var string: String {
        unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
