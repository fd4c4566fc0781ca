internal import DecantInflate

/// The reasons for which an engine returns.
enum CodingStatus {
    /// All input is consumed, and has given all the output it can give.
    case needsInput
    /// The output is full, and there may be more.
    case outputFull
    /// The data is complete; the bytes after it do not belong to it.
    case end
}

/// An error in the data of one coding.
struct CodingFault: Error {
    var code: ResponseError.Code
    var message: String
    /// The offset in the data of the coding.
    var offset: Int
    var limit: Limits.Name?
    var hint: String?
}

/// A decoder of the data of one content coding, which may be cut at any byte.
protocol CodingEngine: AnyObject {
    /// The name of the format.
    var name: String { get }

    /// The number of members or frames that are complete.
    var partCount: Int { get }

    /// The number of zeros that follow the data.
    var paddingCount: Int { get }

    /// The number of bytes that were consumed and do not belong to the data.
    var surplusCount: Int { get }

    /// Decodes until the input is consumed, the output is full, or the data ends.
    ///
    /// What came out before an error is in the output.
    func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus

    /// Checks that the data is complete once there is no more input.
    func finish() throws(CodingFault)
}

extension CodingEngine {
    var paddingCount: Int { 0 }
    var surplusCount: Int { 0 }
}

/// The engine of gzip, zlib and raw deflate data.
final class InflateEngine: CodingEngine {
    let name: String
    private var inflater: Inflater

    init(_ format: Inflater.Format, keepsOutput: Bool) {
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

/// The engine of a body that is labelled with a coding, but is not in it.
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
