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

// The errors that bodies of SwiftNIO throw, so that values and streams report them in the words of all clients.

extension HTTPParserError: TransferError {
    /// Classifies the error; once the head was received, only the chunked coding is left to be malformed.
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
    /// Classifies the error by its number.
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
