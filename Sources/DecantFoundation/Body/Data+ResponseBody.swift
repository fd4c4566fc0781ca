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
