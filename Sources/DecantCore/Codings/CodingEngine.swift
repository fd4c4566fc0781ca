internal import DecantInflate

/// The state of an engine when `decode` returns.
enum CodingStatus {
    /// All input was consumed, and all output that it produces was written.
    case needsInput
    /// The output buffer is full; more output may be available.
    case outputFull
    /// A member or frame is complete, and the engine stops at each one.
    case endOfPart
    /// The data is complete; any remaining bytes do not belong to it.
    case end
}

/// An error in the data of one content coding.
struct CodingFault: Error {
    var code: ResponseError.Code
    var message: String
    /// The offset in the encoded data.
    var offset: Int
    var limit: Limits.Name?
    /// The value of the limit that would suffice, if it is known.
    var neededLimit: Int?
    var hint: Hint?
}

/// A streaming decoder of one content coding; its input may be split at any byte.
protocol CodingEngine: AnyObject {
    /// The name of the format.
    var name: String { get }

    /// The number of complete members or frames.
    var partCount: Int { get }

    /// The number of zero bytes after the data.
    var paddingCount: Int { get }

    /// The number of consumed bytes that do not belong to the data.
    var surplusCount: Int { get }

    /// Decodes until the input is consumed, the output is full, or the data ends.
    ///
    /// If an error is thrown, the output contains the bytes decoded before it.
    func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus

    /// Checks that the data is complete after the last input.
    func finish() throws(CodingFault)
}

extension CodingEngine {
    var paddingCount: Int { 0 }
    var surplusCount: Int { 0 }
}

/// A decoder of gzip, zlib, and raw deflate data.
final class InflateEngine: CodingEngine {
    let name: String
    private var inflater: Inflater
    private let stopsAtMembers: Bool

    init(_ format: Inflater.Format, keepsOutput: Bool, stopsAtMembers: Bool = false) {
        self.stopsAtMembers = stopsAtMembers
        switch format {
        case .gzip: name = "gzip"
        case .zlib: name = "zlib"
        case .raw: name = "raw deflate"
        }
        inflater = Inflater(format, keepsOutput: keepsOutput)
    }

    var partCount: Int { inflater.memberCount }
    var paddingCount: Int { inflater.paddingCount }

    func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus {
        do throws(InflateError) {
            while true {
                switch try inflater.inflate(input, from: &position, into: &output) {
                case .needsInput: return .needsInput
                case .outputFull: return .outputFull
                case .endOfMember where stopsAtMembers: return .endOfPart
                case .endOfMember: continue
                case .end: return .end
                }
            }
        } catch {
            throw CodingFault(error)
        }
    }

    func finish() throws(CodingFault) {
        do throws(InflateError) { try inflater.finish() } catch { throw CodingFault(error) }
    }
}

extension CodingFault {
    fileprivate init(_ error: InflateError) {
        let code: ResponseError.Code =
            switch error.reason {
            case .truncated: .truncatedBody
            case .dictionary: .unsupportedFormat
            default: .malformedBody
            }
        self.init(code: code, message: "\(error.reason)", offset: error.codedOffset)
    }
}

/// An engine that copies its input, for a body that is labeled with a content coding but is not encoded.
final class PlainEngine: CodingEngine {
    let name = "plain"
    let partCount = 0

    func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) -> CodingStatus {
        while position < input.count {
            guard !output.isFull else { return .outputFull }
            output.append(input[position])
            position += 1
        }
        return .needsInput
    }

    func finish() {}
}
