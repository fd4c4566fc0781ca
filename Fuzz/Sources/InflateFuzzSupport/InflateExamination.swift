import CFuzzZlib
public import DecantInflate
import FuzzSupport

/// Compares Decant with zlib, and Decant at once with Decant in pieces.
public struct InflateExamination {
    private static let sizes = [1, 2, 3, 7, 33, 258, 4096, 65536]

    private let input: [UInt8]
    private let format: Inflater.Format
    private let inputSize: Int
    private let outputSize: Int

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - input: A stream, perhaps damaged.
    ///   - format: Its format.
    ///   - choice: The sizes of the pieces, three bits each.
    public init(_ input: [UInt8], _ format: Inflater.Format, sizes choice: UInt8) {
        self.input = input
        self.format = format
        inputSize = Self.sizes[Int(choice & 7)]
        outputSize = Self.sizes[Int(choice >> 3 & 7)]
    }

    /// Decodes in every way, and ends the process if there is a difference.
    public func run() {
        let whole = InflateReading(whole: input, format, expectedCount: nil)
        compareWithZlib(whole)
        compareWithPieces(whole)
        if let error = whole.error {
            assureEqual(error.outputCount, whole.bytes.count, "the count of output in \(error)")
            assure(error.codedOffset >= 0 && error.codedOffset <= input.count, "the offset in \(error)")
            assure((error.reason == .truncated) <= (error.codedOffset == input.count), "truncated, but not at the end")
            assure(!error.description.isEmpty, "an error without a description")
        }
    }

    private func compareWithZlib(_ whole: InflateReading) {
        let other = InflateReading(zlib: input, format)
        let length = min(whole.bytes.count, other.bytes.count)
        assure(whole.bytes.prefix(length) == other.bytes.prefix(length), "other output than zlib's")
        guard whole.isComplete != nil, other.isComplete != nil else { return }
        assureEqual(
            whole.isComplete,
            other.isComplete,
            "complete, here and with zlib; \(String(describing: whole.error))"
        )
        assureEqual(whole.bytes.count, other.bytes.count, "output, here and with zlib")
        assureEqual(whole.memberCount, other.memberCount, "members, here and with zlib")
        assureEqual(whole.codedCount, other.codedCount, "bytes read, here and with zlib")
    }

    private func compareWithPieces(_ whole: InflateReading) {
        let pieces = InflateReading(pieces: input, format, inputSize: inputSize, outputSize: outputSize)
        guard whole.isComplete != nil, pieces.isComplete != nil else { return }
        assure(whole == pieces, "in pieces of \(inputSize), \(outputSize): \(summary(whole)); \(summary(pieces))")
        assure(InflateReading(whole: input, format, expectedCount: inputSize) == whole, "another expected count")
    }

    private func summary(_ reading: InflateReading) -> String {
        "\(reading.bytes.count) bytes, \(reading.memberCount) members, \(reading.codedCount) read, "
            + String(describing: reading.error)
    }
}

extension Bool {
    /// Returns whether one implies the other.
    fileprivate static func <= (left: Bool, right: Bool) -> Bool { !left || right }
}

/// A member around raw deflate data, with the right checksum if the data is right.
///
/// - Parameters:
///   - deflated: The data.
///   - header: The flags and the fields of the header.
/// - Returns: The member.
public func gzipMember(_ deflated: [UInt8], header: [UInt8]) -> [UInt8] {
    let reading = InflateReading(whole: deflated, .raw, expectedCount: nil)
    let crc = UInt32(truncatingIfNeeded: crc32(0, reading.bytes, CUnsignedInt(reading.bytes.count)))
    let body = reading.isComplete == true ? Array(deflated.prefix(reading.codedCount)) : deflated
    let trailer = [crc, UInt32(reading.bytes.count)].flatMap { value in
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return [0x1F, 0x8B, 8] + header + body + trailer
}

/// A zlib stream around raw deflate data, with the right checksum if the data is right.
///
/// - Parameter deflated: The data.
/// - Returns: The stream.
public func zlibStream(_ deflated: [UInt8]) -> [UInt8] {
    let reading = InflateReading(whole: deflated, .raw, expectedCount: nil)
    let adler = UInt32(truncatingIfNeeded: adler32(1, reading.bytes, CUnsignedInt(reading.bytes.count)))
    let body = reading.isComplete == true ? Array(deflated.prefix(reading.codedCount)) : deflated
    return [0x78, 0x9C] + body + (0..<4).map { UInt8(truncatingIfNeeded: adler >> (24 - $0 * 8)) }
}
