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

extension Data: BodyPiece {
    /// Calls a closure with the bytes.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(span)
    }
}

extension JSON.Decoder {
    /// Makes a value of a `Decodable` type of a text in `Data`; protocols like `TopLevelDecoder` find their input by it.
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

extension PropertyList.Decoder {
    /// Makes a value of a `Decodable` type of a list in `Data`; protocols like `TopLevelDecoder` find their input by it.
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

extension XML.Decoder {
    /// Makes a value of a `Decodable` type of a document in `Data`; protocols like `TopLevelDecoder` find their input by it.
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
