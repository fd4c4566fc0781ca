public import Decant
public import Foundation

extension Data {
    /// Copies the bytes of a body.
    ///
    /// - Parameter body: The body, such as `ResponseError.body` or the value of `.data`.
    public init(_ body: ResponseBytes) {
        self = unsafeCopy(of: body)
    }
}

extension Data: EmptyBodyRepresentable {
    /// No bytes.
    public static var emptyBodyValue: Data { Data() }
}

extension FormatDecoder {
    /// Makes a value of a `Decodable` type of `Data`; protocols like `TopLevelDecoder` find their input by it.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The bytes.
    /// - Returns: The value.
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws(ResponseError) -> Value {
        try decode(type, from: ResponseBytes(data))
    }
}

// Why unsafe: `Data` has no initialiser that takes a `Span`, and the safe way would copy the bytes twice.
//
// Bound: the buffer is that of the body's own span, is passed for the time of one call, and `Data` copies it before
// the call ends.

/// Copies the bytes of a body in one go.
func unsafeCopy(of body: ResponseBytes) -> Data {
    unsafe body.span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
}

extension ResponseSerializer where Self == MappedResponseSerializer<DataResponseSerializer, Data> {
    /// Validates a response and returns its bytes as Foundation's `Data`.
    ///
    /// The serializer `.data` gives them as a `ResponseBytes`, which costs no copy.
    public static var foundationData: MappedResponseSerializer<DataResponseSerializer, Data> {
        DataResponseSerializer().map { Data($0) }
    }
}
