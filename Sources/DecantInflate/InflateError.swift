/// An error in compressed data, with the position of the error.
public struct InflateError: Error, Hashable, Sendable {
    /// The Huffman codes of a dynamic block (RFC 1951 §3.2.7).
    public enum Code: String, Hashable, Sendable {
        /// The code of the lengths of the other two codes.
        case codeLength = "code length"
        /// The code of literals and lengths.
        case literalLength = "literal/length"
        /// The code of distances.
        case distance
    }

    /// The reasons for an error in compressed data.
    public enum Reason: Hashable, Sendable {
        /// The data ends before the stream does.
        case truncated

        /// The data does not start with a gzip header (RFC 1952 §2.3.1).
        case notGzip
        /// The first two bytes are not a zlib header (RFC 1950 §2.2).
        case notZlib
        /// The compression method is not deflate.
        case unsupportedMethod(UInt8)
        /// Reserved flags of a gzip header are set.
        case reservedFlags(UInt8)
        /// The checksum of a gzip header is incorrect.
        case headerChecksum(expected: UInt16, found: UInt16)
        /// The window of a zlib stream is larger than 32 KiB.
        case windowSize(bits: Int)
        /// A zlib stream needs a dictionary.
        case dictionary

        /// A block is of the reserved type 3.
        case reservedBlockType
        /// The length of a stored block differs from the complement of its check.
        case storedLength(length: UInt16, check: UInt16)
        /// A block has more than 286 literal/length codes or more than 30 distance codes.
        case symbolCount(Code, Int)
        /// The code lengths of a block repeat a length before the first, or beyond the last.
        case codeLengthRepeat
        /// More codes are used than their lengths allow.
        case oversubscribedCode(Code)
        /// Some bit sequences of a code are not assigned.
        case incompleteCode(Code)
        /// A block has no code for its end.
        case noEndOfBlock
        /// A code is not assigned, or its symbol is reserved.
        case invalidCode(Code)
        /// A distance reaches back before the first byte.
        case distanceTooFar(distance: Int, available: Int)

        /// The checksum of the decoded bytes is incorrect: CRC-32 for gzip, Adler-32 for zlib.
        case checksum(expected: UInt32, found: UInt32)
        /// The number of decoded bytes is incorrect, modulo 2^32.
        case length(expected: UInt32, found: UInt32)
    }

    /// The reason for the error.
    public let reason: Reason

    /// The offset in the compressed data: the start of the invalid part, or the end of truncated data.
    public let codedOffset: Int

    /// The number of bytes decoded before the error, over all members.
    public let outputCount: Int

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The reason for the error.
    ///   - codedOffset: The offset in the compressed data.
    ///   - outputCount: The number of bytes decoded before the error.
    public init(reason: Reason, codedOffset: Int, outputCount: Int) {
        self.reason = reason
        self.codedOffset = codedOffset
        self.outputCount = outputCount
    }
}

extension InflateError: CustomStringConvertible {
    /// The error in a sentence, with its offset.
    public var description: String {
        let bytes = outputCount == 1 ? "1 byte" : "\(outputCount) bytes"
        return "\(reason) at byte \(codedOffset) of the compressed data, after \(bytes) of output"
    }
}

extension InflateError.Reason: CustomStringConvertible {
    /// The reason as a clause.
    public var description: String {
        switch self {
        case .truncated: "the compressed data is truncated"
        case .notGzip, .notZlib, .unsupportedMethod, .reservedFlags, .headerChecksum, .windowSize, .dictionary:
            headerDescription
        case .checksum(let expected, let found):
            "expected the checksum \(Self.hexadecimal(expected)), but the data has \(Self.hexadecimal(found))"
        case .length(let expected, let found):
            "expected a length of \(expected) modulo 2^32, but the data has \(found)"
        default: blockDescription
        }
    }

    private var headerDescription: String {
        switch self {
        case .notGzip: "expected a gzip header (0x1F, 0x8B)"
        case .notZlib: "expected a zlib header, but its check is wrong"
        case .unsupportedMethod(let method): "expected the compression method 8 (deflate), but found \(method)"
        case .reservedFlags(let flags): "reserved gzip flags are set (\(Self.hexadecimal(UInt32(flags))))"
        case .headerChecksum(let expected, let found):
            "expected the gzip header checksum \(Self.hexadecimal(UInt32(expected))), but the header has "
                + Self.hexadecimal(UInt32(found))
        case .windowSize(let bits): "expected a window of at most 15 bits, but found \(bits)"
        default: "the zlib stream needs a preset dictionary"
        }
    }

    private var blockDescription: String {
        switch self {
        case .reservedBlockType: "the block type 3 is reserved"
        case .storedLength(let length, let check):
            "the stored block's length \(length) does not match its complement \(check)"
        case .symbolCount(let code, let count): "too many \(code.rawValue) codes (\(count))"
        case .codeLengthRepeat: "a repeated code length has no predecessor, or exceeds the number of codes"
        case .oversubscribedCode(let code): "the \(code.rawValue) code is oversubscribed"
        case .incompleteCode(let code): "the \(code.rawValue) code is incomplete"
        case .noEndOfBlock: "the block has no end-of-block code"
        case .invalidCode(let code): "invalid \(code.rawValue) code"
        case .distanceTooFar(let distance, let available):
            "the distance \(distance) exceeds the output before it (\(available) \(available == 1 ? "byte" : "bytes"))"
        default: "invalid data"
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String { "0x" + String(value, radix: 16, uppercase: true) }
}
