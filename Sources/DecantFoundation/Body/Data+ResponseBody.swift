public import Decant
public import Foundation

extension Data {
    /// Copies the bytes of a body.
    ///
    /// - Parameter body: The body, such as ``ResponseError/body`` or the value of ``ResponseSerializer/data``.
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
