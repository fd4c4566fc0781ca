import Decant
import Foundation

// Why unsafe: `Data` has no initialiser that takes a `Span`, and the safe way would copy the bytes twice.
//
// What bounds it: the buffer is that of the body's own span, is lent for the time of one call, and `Data` copies it before
// the call ends.

/// Copies the bytes of a body in one go.
func unsafeCopy(of body: ResponseBody) -> Data {
    unsafe body.span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
}
