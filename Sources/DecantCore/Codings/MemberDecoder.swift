internal import DecantInflate

/// A decoder of gzip members or zstd frames in a row that stops at the end of each one.
///
/// An archive compresses each record by itself, so the end of a member is the end of a record.
package final class MemberDecoder {
    /// The compression of the data.
    package enum Format: Sendable, Hashable {
        /// Members of gzip data (RFC 1952).
        case gzip

        /// Frames of zstd data (RFC 8878), and the dictionary that they need; empty without one.
        case zstd(dictionary: [UInt8])

        /// Returns the compression of data by its first four bytes, or nil for other data.
        package init?(signature bytes: some Collection<UInt8>) {
            if CodingSignature.isGzip(bytes) {
                self = .gzip
            } else if CodingSignature.isZstd(bytes) {
                self = .zstd(dictionary: [])
            } else {
                return nil
            }
        }
    }

    /// The state of a decoder after a call.
    package enum Status: Sendable, Hashable {
        /// The input is consumed.
        case needsInput

        /// More output may be available.
        case paused

        /// A member is complete, and its checksum is correct.
        case endOfMember

        /// The next byte of the input belongs to no member.
        case end
    }

    private let engine: any CodingEngine

    /// Creates a decoder at the start of a member.
    ///
    /// - Parameters:
    ///   - format: The compression of the data.
    ///   - limits: The limits. Only `codingWindow` is used.
    /// - Throws: `ResponseError` if this build cannot decode zstd data.
    package init(_ format: Format, limits: Limits) throws(ResponseError) {
        switch format {
        case .gzip: engine = InflateEngine(.gzip, keepsOutput: false, stopsAtMembers: true)
        case .zstd(let dictionary): engine = try Self.frames(dictionary, limits)
        }
    }

    private static func frames(_ dictionary: [UInt8], _ limits: Limits) throws(ResponseError) -> any CodingEngine {
        #if DECANT_Zstd
        return ZstdEngine(window: limits.codingWindow, dictionary: dictionary, stopsAtFrames: true)
        #else
        throw ContentCodingList.unsupported(.zstd)
        #endif
    }

    /// Checks that no member is incomplete after the last input.
    ///
    /// - Throws: `ResponseError`, whose `codedOffset` is relative to the start of the data.
    package func finish() throws(ResponseError) {
        do throws(CodingFault) { try engine.finish() } catch { throw self.error(error) }
    }

    private func error(_ fault: CodingFault) -> ResponseError {
        let message = "\(engine.name): \(fault.message)"
        var error = ResponseError(fault.code, message, at: nil, limit: fault.limit, hint: fault.hint)
        error.details.neededLimit = fault.neededLimit
        error.details.codedOffset = fault.offset
        return error
    }

    /// Decodes until the input is consumed, a member ends, or the output is full.
    ///
    /// - Parameters:
    ///   - input: The next bytes of the data.
    ///   - position: The index of the first byte to read; on return, the index of the first byte that was not read.
    ///   - output: Receives the decoded bytes, also those before an error.
    /// - Throws: `ResponseError`, whose `codedOffset` is relative to the start of the data.
    package func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(ResponseError) -> Status {
        do throws(CodingFault) {
            switch try engine.decode(input, from: &position, into: &output) {
            case .needsInput: return .needsInput
            case .outputFull: return .paused
            case .endOfPart: return .endOfMember
            case .end: return .end
            }
        } catch {
            throw self.error(error)
        }
    }
}
