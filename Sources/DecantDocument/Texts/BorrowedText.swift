import CDecantScan

// A borrowed text is an address and a length, so creating one costs nothing. Most texts are in the body as UTF-8. A
// JSON string with escapes and a UTF-16 string of a binary property list are converted each time they are read, into
// temporary memory, because the document has no memory for the result.

/// Text in a document, borrowed without a copy; it cannot outlive the document.
///
/// Compare it with a literal, or match it in a `switch`; neither creates a `String`. To keep it, create a `String`.
///
/// ```swift
/// func identifier(of object: borrowing JSON.Cursor) -> Int? {
///     guard var members = object.object else { return nil }
///     while let member = members.next() {
///         switch member.name {
///         case "id", "identifier": return member.int
///         default: continue
///         }
///     }
///     return nil
/// }
/// ```
@safe
public struct BorrowedText: ~Escapable {
    /// The representation of the text in memory.
    @usableFromInline
    package enum Encoding: UInt8 {
        /// UTF-8.
        case utf8

        /// UTF-8 with at least one escape of JSON (RFC 8259 §7).
        case escaped

        /// Big-endian UTF-16.
        case utf16
    }

    @usableFromInline let start: UnsafeRawPointer

    /// The number of bytes in memory.
    @usableFromInline let length: Int

    @usableFromInline let encoding: Encoding

    /// Borrows bytes that a reader has validated.
    ///
    /// - Parameters:
    ///   - start: The first byte. If the text has escapes, ``ResponseBytes/slack`` bytes after it must be readable.
    ///   - length: The number of bytes.
    ///   - owner: A value that keeps the bytes alive.
    @inlinable
    @_lifetime(copy owner)
    package init<Owner: ~Escapable>(
        _ start: UnsafeRawPointer,
        length: Int,
        _ encoding: Encoding,
        of owner: borrowing Owner
    ) {
        unsafe self.start = start
        self.length = length
        self.encoding = encoding
    }

    /// Creates an empty text.
    @inlinable
    @_lifetime(copy owner)
    package init<Owner: ~Escapable>(empty owner: borrowing Owner) {
        let empty: StaticString = ""
        unsafe self.init(empty.utf8Start, length: 0, .utf8, of: owner)
    }
}

extension BorrowedText {
    /// Whether the text is empty.
    @inlinable public var isEmpty: Bool { length == 0 }

    /// Calls a closure with the text in UTF-8.
    ///
    /// The bytes are in the document, unless the text has escapes or is in UTF-16; then they are in temporary memory.
    ///
    /// - Parameter body: A closure that receives the bytes, which are valid UTF-8.
    /// - Throws: The error of `body`.
    @inlinable
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if _fastPath(encoding == .utf8) { return try body(stored) }
        return try withConvertedBytes(body)
    }

    /// Calls a closure with the text as a UTF-8 span.
    ///
    /// The bytes are in the document, unless the text has escapes or is in UTF-16; then they are in temporary memory.
    ///
    /// - Parameter body: A closure that receives the text.
    /// - Throws: The error of `body`.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @inlinable
    public func withUTF8<Result: ~Copyable, Failure: Error>(
        _ body: (UTF8Span) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes { (bytes) throws(Failure) in try body(unsafe UTF8Span(unchecked: bytes)) }
    }
}

extension BorrowedText {
    /// Returns whether the text equals a literal, scalar by scalar.
    @inlinable
    public static func == (text: borrowing BorrowedText, literal: StaticString) -> Bool {
        guard _fastPath(text.encoding == .utf8) else { return text.string == "\(literal)" }
        guard literal.utf8CodeUnitCount == text.length else { return false }
        return unsafe text.hasBytes(at: literal.utf8Start)
    }

    /// Returns whether the text equals a string, scalar by scalar.
    @inlinable
    @_disfavoredOverload
    public static func == (text: borrowing BorrowedText, string: String) -> Bool {
        text.withBytes { bytes in
            guard bytes.count == string.utf8.count else { return false }
            var position = 0
            for byte in string.utf8 {
                guard bytes[position] == byte else { return false }
                position &+= 1
            }
            return true
        }
    }

    /// Returns whether the text equals a literal of a `case`.
    @inlinable
    public static func ~= (literal: StaticString, text: borrowing BorrowedText) -> Bool { text == literal }
}

extension Optional where Wrapped == BorrowedText, Wrapped: ~Escapable {
    /// Returns whether a text exists and equals a literal, scalar by scalar.
    @inlinable
    public static func == (text: borrowing BorrowedText?, literal: StaticString) -> Bool {
        guard let text = copy text else { return false }
        return text == literal
    }
}

extension String {
    /// Copies text from a document.
    @inlinable
    public init(_ text: borrowing BorrowedText) { self = text.string }
}

// MARK: - Unsafe
//
// Why: the reader of the format has validated every string, and validating it again would cost as much as creating the
// string.
//
// Bound: a text cannot outlive the document that owns its bytes, and `length` of them were written by the reader of the
// format. `string(validated:)` is only called with bytes that a reader has validated as UTF-8, or that were written
// here. Unescaping writes at most as many bytes as it reads: at most two for a two-byte escape, three for `\uXXXX`,
// four for a pair of them. A UTF-16 unit becomes at most three bytes, and a surrogate pair four; readers reject lone
// surrogates.

extension BorrowedText {
    /// The bytes in memory.
    @inlinable var stored: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
            return unsafe _overrideLifetime(bytes.assumingMemoryBound(to: UInt8.self).span, copying: self)
        }
    }

    /// The text as a string.
    @inlinable
    package var string: String {
        @inline(__always)
        get { encoding == .utf8 ? DocumentText.string(validated: stored) : convertedString }
    }

    @usableFromInline var convertedString: String {
        @inline(never)
        get { withConvertedBytes { DocumentText.string(validated: $0) } }
    }

    /// Calls a closure with the text, converted to UTF-8.
    @inlinable
    @inline(never)
    func withConvertedBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let capacity = encoding == .escaped ? length + DocumentText.slack : length / 2 * 3
        return try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
            (buffer) throws(Failure) in
            let converted =
                unsafe encoding == .escaped
                ? DocumentText.unescaped(stored, in: buffer) : DocumentText.utf8(of: stored, in: buffer)
            return try body(converted)
        }
    }

    /// Returns whether as many bytes at another address are the same.
    @usableFromInline
    func hasBytes(at other: UnsafePointer<UInt8>) -> Bool {
        unsafe decant_is_same(start.assumingMemoryBound(to: UInt8.self), other, length)
    }
}
