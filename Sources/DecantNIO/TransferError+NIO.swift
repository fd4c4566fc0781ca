#if DecantNIO
package import DecantCore
package import NIOCore
package import NIOHTTP1

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

// Classifies the errors that bodies of SwiftNIO throw, so values and streams report them like all other clients.

extension HTTPParserError: TransferError {
    /// Classifies the error.
    ///
    /// After the head, only the chunked coding can be malformed.
    package func transferFailure(inBody: Bool) -> TransferFailure? {
        let fault: TransferFault =
            switch self {
            case .invalidEOFState, .closedConnection: .connectionLost
            case .headerOverflow: .oversizedFields
            case .invalidChunkSize: .malformedFraming
            default: inBody ? .malformedFraming : .malformedHead
            }
        return .transport(self, fault)
    }
}

extension IOError: TransferError {
    /// Classifies the error by its `errno` value.
    package func transferFailure(inBody: Bool) -> TransferFailure? {
        switch errnoCode {
        case ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED: .transport(self, .connectionLost)
        case ETIMEDOUT: .transport(self, .timedOut)
        default: .transport(self, inBody ? .connectionLost : .noConnection)
        }
    }
}

extension ChannelError: TransferError {
    /// Classifies the errors that the end of a connection causes.
    package func transferFailure(inBody: Bool) -> TransferFailure? {
        switch self {
        case .connectTimeout: .transport(self, .timedOut)
        case .eof, .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed: .transport(self, .connectionLost)
        default: nil
        }
    }
}
#endif
