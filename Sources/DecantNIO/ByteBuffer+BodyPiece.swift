#if DecantNIO
public import DecantCore
public import NIOCore

extension ByteBuffer: BodyPiece {
    /// Calls a closure with the readable bytes, without a copy; nothing is marked as read.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(readableBytesUInt8Span)
    }
}

extension ResponseBytes {
    /// Creates a body by copying the readable bytes of a buffer.
    ///
    /// - Parameter buffer: The bytes as they were received.
    public init(_ buffer: ByteBuffer) {
        self.init(buffer.readableBytesUInt8Span)
    }
}

extension ByteBuffer {
    /// Creates a buffer by copying the bytes of a body.
    ///
    /// - Parameter body: The body, such as `ResponseError.body`.
    public init(_ body: ResponseBytes) {
        self.init(bytes: body.bytes)
    }
}
#endif
