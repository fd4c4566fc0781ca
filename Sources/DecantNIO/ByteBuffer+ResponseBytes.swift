#if DecantNIO
public import DecantCore
public import NIOCore

extension ResponseBytes {
    /// Creates a body by copying the readable bytes of a buffer.
    public init(_ buffer: ByteBuffer) {
        self.init(buffer.readableBytesUInt8Span)
    }
}

extension ByteBuffer {
    /// Creates a buffer by copying the bytes of a body.
    ///
    /// - Parameter body: The body, such as `ResponseError.body`.
    public init(_ body: ResponseBytes) {
        self.init(bytes: body)
    }
}
#endif
