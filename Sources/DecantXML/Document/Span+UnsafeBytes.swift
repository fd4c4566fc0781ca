// Why: strings are made, and bytes are hashed, compared and copied at once, by functions of the standard library that take
// pointers only.
//
// Bound: each pointer is that of a span, lives inside of the closure that lends it, and is read for the span's length.

extension Span<UInt8> {
    /// The bytes as a string; they are UTF-8.
    var string: String {
        unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Feeds the bytes and their number to a hasher.
    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Whether the bytes are the same as others.
    func hasBytes(of other: Span<UInt8>) -> Bool {
        unsafe withUnsafeBufferPointer { bytes in
            unsafe other.withUnsafeBufferPointer { unsafe bytes.elementsEqual($0) }
        }
    }

    /// Whether the bytes come before others, byte by byte, which is the order of the code points.
    func comesBefore(_ other: Span<UInt8>) -> Bool {
        unsafe withUnsafeBufferPointer { bytes in
            unsafe other.withUnsafeBufferPointer { unsafe bytes.lexicographicallyPrecedes($0) }
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
