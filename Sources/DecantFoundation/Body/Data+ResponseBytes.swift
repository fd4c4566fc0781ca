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
    /// An empty `Data`.
    public static var emptyBodyValue: Data { Data() }
}

extension FormatDecoder {
    /// Decodes a value from `Data`, the input type that protocols such as `TopLevelDecoder` expect.
    ///
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws(ResponseError) -> Value {
        try decode(type, from: ResponseBytes(data))
    }
}

// Why unsafe: `Data` has no initializer that takes a `Span`, and the safe way would copy the bytes twice.
//
// Bound: the buffer belongs to the body's own span and is valid for one call. `Data` copies it before the call ends.

/// Copies the bytes of a body in one operation.
func unsafeCopy(of body: ResponseBytes) -> Data {
    unsafe body.span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
}

extension ResponseSerializer where Self == MappedResponseSerializer<DataResponseSerializer, Data> {
    /// Validates a response and returns its bytes as Foundation's `Data`.
    ///
    /// The serializer `.data` returns them as a `ResponseBytes`, without a copy.
    public static var foundationData: MappedResponseSerializer<DataResponseSerializer, Data> {
        DataResponseSerializer().map { Data($0) }
    }
}
