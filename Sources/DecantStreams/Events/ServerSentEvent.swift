public import DecantCore

/// An event of an event stream (WHATWG HTML §9.2).
public struct ServerSentEvent<Content: Sendable>: Sendable {
    /// The type; `message` if the stream names none.
    public var type: String

    /// The data: the values of the `data` fields joined by line feeds, or the value decoded from them.
    public var data: Content

    /// The last event ID, set by this event or by the last event before it that has one; empty if the stream has set
    /// none.
    public var lastEventID: String

    /// Creates an event.
    @inlinable
    public init(type: String = "message", data: Content, lastEventID: String = "") {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
    }
}

extension ServerSentEvent: Equatable where Content: Equatable {}
extension ServerSentEvent: Hashable where Content: Hashable {}

extension ServerSentEvent where Content == String {
    /// Decodes the data.
    ///
    /// - Parameter serializer: The serializer that decodes the data. Only its decoding applies.
    /// - Throws: `ResponseError` located in the data.
    public func value<Value: Sendable>(as serializer: any ResponseSerializer<Value>) throws(ResponseError) -> Value {
        var context = DecodingContext(ofEventsWithin: Limits())
        return try serializer.decode(ResponseBytes(data.utf8), in: &context)
    }
}

extension DecodingContext {
    /// Creates the context for the data of an event, which is UTF-8 (WHATWG HTML §9.2.4).
    init(ofEventsWithin limits: Limits) {
        self.init(ResponseContext(mediaType: nil), limits: limits)
        isUTF8 = true
    }
}

// MARK: - Unsafe
//
// Bound: the bytes are copied before the closure that receives them returns.

extension Span<UInt8> {
    /// The bytes as text.
    ///
    /// Malformed UTF-8 is replaced by U+FFFD.
    var text: String {
        if isEmpty { return "" }
        return unsafe withUnsafeBufferPointer { bytes in unsafe String(decoding: bytes, as: UTF8.self) }
    }

    /// Returns whether the bytes equal a literal.
    @inline(__always)
    func equals(_ literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        for index in 0..<count where unsafe self[index] != literal.utf8Start[index] { return false }
        return true
    }

    /// Returns the offset of the first byte with a value, or the number of bytes if no byte has it.
    @inline(__always)
    func offset(of byte: UInt8) -> Int {
        for offset in indices where self[offset] == byte { return offset }
        return count
    }

    /// Returns whether the bytes equal an array.
    func equals(_ bytes: [UInt8]) -> Bool {
        count == bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }
}

extension [UInt8] {
    /// Appends bytes.
    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
