public import Decant
public import Foundation

extension Data {
    /// Copies the bytes of a body.
    ///
    /// - Parameter body: The body, such as `ResponseError.body` or the value of `.data`.
    public init(_ body: ResponseBody) {
        self = unsafeCopy(of: body)
    }
}

extension Data: EmptyBodyRepresentable {
    /// No bytes.
    public static var emptyBodyValue: Data { Data() }
}

extension Data: BodyPiece {
    /// Calls a closure with the bytes.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(span)
    }
}

// Why unsafe: `Data` has no initialiser that takes a `Span`, and the safe way would copy the bytes twice.
//
// Bound: the buffer is that of the body's own span, is passed for the time of one call, and `Data` copies it before
// the call ends.

/// Copies the bytes of a body in one go.
func unsafeCopy(of body: ResponseBody) -> Data {
    unsafe body.span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
}

extension ResponseSerializer where Self == MappedResponseSerializer<DataResponseSerializer, Data> {
    /// Validates a response and returns its bytes as Foundation's `Data`.
    ///
    /// The serializer `.data` gives them as a `ResponseBody`, which costs no copy.
    public static var foundationData: MappedResponseSerializer<DataResponseSerializer, Data> {
        DataResponseSerializer().map { Data($0) }
    }
}
