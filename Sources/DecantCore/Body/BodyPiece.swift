/// A piece of a body as a client delivers it: a buffer, an array, `Data`, a slice.
///
/// Any client whose body is an asynchronous sequence of pieces can be decoded by
/// ``ResponseSerializer/value(of:for:progress:)``. Arrays of bytes, their slices and ``ResponseBytes`` conform here,
/// `Data` in `DecantFoundation`, `ByteBuffer` in `DecantNIO`. A type of your own conforms with one method:
///
/// ```swift
/// struct Packet: BodyPiece {
///     var payload: [UInt8]
///
///     func withBytes<Result: ~Copyable, Failure: Error>(
///         _ body: (Span<UInt8>) throws(Failure) -> Result
///     ) throws(Failure) -> Result {
///         try body(payload.span)
///     }
/// }
/// ```
public protocol BodyPiece {
    /// Calls a closure with the bytes of the piece, in order and without a copy.
    ///
    /// - Parameter body: Called once; the view that it gets is valid until it returns.
    /// - Returns: The value that the closure returns.
    /// - Throws: The error that the closure throws.
    func withBytes<Result: ~Copyable, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure)
        -> Result
}

extension Array: BodyPiece where Element == UInt8 {
    /// Calls a closure with the bytes of the array.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(span)
    }
}

extension ArraySlice: BodyPiece where Element == UInt8 {
    /// Calls a closure with the bytes of the slice.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(span)
    }
}

extension ContiguousArray: BodyPiece where Element == UInt8 {
    /// Calls a closure with the bytes of the array.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(span)
    }
}

extension ResponseBytes: BodyPiece {
    /// Calls a closure with the bytes of the body.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(span)
    }
}

extension Slice: BodyPiece where Base: BodyPiece & RandomAccessCollection<UInt8> {
    /// Calls a closure with the bytes of the slice.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = base.distance(from: base.startIndex, to: startIndex)
        return try base.withBytes { (bytes) throws(Failure) in
            try body(bytes.extracting(start..<start + count))
        }
    }
}

extension ResponseBodyCollector {
    /// Adds a piece, with one copy into the memory of the body.
    ///
    /// - Parameter piece: The bytes that follow those already gathered.
    /// - Throws: ``ResponseError`` as for a chunk; the piece is then not added.
    public mutating func append(piece: some BodyPiece) throws(ResponseError) {
        try piece.withBytes { (bytes) throws(ResponseError) in try append(bytes) }
    }
}
