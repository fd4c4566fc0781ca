internal import DecantInflate

/// One coding of a body: recognizes the format of its data, decodes it, and counts the bytes after it.
final class CodingLayer {
    /// The things that are the same for all layers of a body.
    struct Settings {
        /// The limits, of which `codingWindow` counts here.
        var limits: Limits
        /// Whether data that is evidently not in the coding is accepted unchanged.
        var takesPlainData = false
        /// Whether the output of each call begins with all output before; of the innermost layer only.
        var keepsOutput = false
    }

    /// The coding that the head names.
    let coding: ContentCoding
    private let settings: Settings
    private var engine: (any CodingEngine)?

    /// The first bytes, until the format is recognized, and how many of them the engine has consumed.
    private var first: [UInt8] = []
    private var firstPosition = 0

    /// The number of bytes that were taken from the input.
    private(set) var inputCount = 0
    /// The number of bytes decoded.
    private(set) var outputCount = 0

    private var isAtEnd = false
    private var surplusCount = 0
    private var hasOnlyZerosAsSurplus = true

    init(_ coding: ContentCoding, _ settings: Settings) {
        self.coding = coding
        self.settings = settings
    }

    /// Decodes until the input is consumed or the output is full; bytes after the end of the data are counted.
    func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus {
        let (start, before) = (position, output.count)
        defer {
            inputCount += position - start
            outputCount += output.count - before
        }
        while engine == nil, position < input.count {
            first.append(input[position])
            position += 1
            engine = try recognized()
        }
        guard let engine else { return .needsInput }
        if firstPosition < first.count {
            let bytes = first
            let status = try run(engine, bytes.span, from: &firstPosition, into: &output)
            if status == .outputFull { return status }
        }
        return try run(engine, input, from: &position, into: &output)
    }

    private func run(
        _ engine: any CodingEngine,
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus {
        if !isAtEnd {
            let status = try engine.decode(input, from: &position, into: &output)
            guard status == .end else { return status }
            isAtEnd = true
            surplusCount = engine.surplusCount
            hasOnlyZerosAsSurplus = surplusCount == 0
        }
        while position < input.count {
            if input[position] != 0 { hasOnlyZerosAsSurplus = false }
            surplusCount += 1
            position += 1
        }
        return .needsInput
    }

    /// Checks that the data is complete once there is no more input; no data at all is complete.
    func finish() throws(CodingFault) {
        guard !first.isEmpty else { return }
        guard let engine else {
            throw CodingFault(code: .truncatedBody, message: "the compressed data is truncated", offset: first.count)
        }
        if !isAtEnd { try engine.finish() }
        // zlib data under this name is evident only if nothing else follows it.
        if coding == .gzip, engine.name == "zlib", surplusCount > 0, !hasOnlyZerosAsSurplus {
            let message = "expected a gzip header (0x1F, 0x8B)"
            throw CodingFault(code: .malformedBody, message: message, offset: 0)
        }
    }

    /// Estimates the number of bytes that a whole body decodes to.
    func estimatedCount(of input: Span<UInt8>) -> Int {
        Inflater.estimatedCount(of: input, coding == .gzip ? .gzip : .raw)
    }
}

// MARK: - Recognition

extension CodingLayer {
    /// The engine for the first bytes, or nil if more of them are needed.
    private func recognized() throws(CodingFault) -> (any CodingEngine)? {
        switch coding {
        case .gzip:
            if takesPlain(unlike: [[0x1F]]), first[0] != 0x78 { return PlainEngine() }
            guard first.count > 1 else { return nil }
            return inflateEngine(CodingSignature.isZlib(first) ? .zlib : .gzip)
        case .deflate:
            guard first.count > 1 else { return nil }
            if CodingSignature.isGzip(first) { return inflateEngine(.gzip) }
            return inflateEngine(CodingSignature.isZlib(first) ? .zlib : .raw)
        #if Brotli
        case .brotli:
            return BrotliEngine()
        #endif
        #if Zstd
        case .zstd:
            if takesPlain(unlike: [CodingSignature.zstd, CodingSignature.skippableFrame]) { return PlainEngine() }
            guard first.count > 3 || !settings.takesPlainData else { return nil }
            return ZstdEngine(window: settings.limits.codingWindow)
        #endif
        default:
            let message = "this build cannot decode the content coding \(coding.rawValue.excerpt(40))"
            throw CodingFault(code: .unsupportedFormat, message: message, offset: 0)
        }
    }

    private func takesPlain(unlike signatures: [[UInt8]]) -> Bool {
        guard settings.takesPlainData, CodingSignature.isText(first) else { return false }
        return !signatures.contains { signature in
            zip(first, signature).allSatisfy { $0 == $1 || signature[0] == 0x50 && $0 & 0xF0 == 0x50 && $1 == 0x50 }
        }
    }

    private func inflateEngine(_ format: Inflater.Format) -> InflateEngine {
        InflateEngine(format, keepsOutput: settings.keepsOutput)
    }
}

/// The first bytes of coded data, and of data that is not.
package enum CodingSignature {
    static let zstd: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// The first byte may be any from 0x50 to 0x5F (RFC 8878 §3.1.2).
    static let skippableFrame: [UInt8] = [0x50, 0x2A, 0x4D, 0x18]

    static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns whether bytes begin with a zlib header: the method 8, and a check that makes the first two bytes a multiple of 31
    /// (RFC 1950 §2.2).
    static func isZlib(_ bytes: some Collection<UInt8>) -> Bool {
        let header = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        return bytes.count > 1 && header >> 8 & 0x0F == 8 && header.isMultiple(of: 31)
    }

    static func isZstd(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes.prefix(4))
        return bytes == zstd || bytes.count == 4 && bytes[0] & 0xF0 == 0x50 && bytes[1...] == skippableFrame[1...]
    }

    /// Returns whether bytes are text: UTF-8, which may be cut at the end, without control characters other than white space.
    package static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        let isControl = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) || $0 == 0x7F }
        guard !isControl else { return false }
        return (0...min(3, bytes.count)).contains { cut in
            isCutCharacter(bytes.suffix(cut)) && String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
        }
    }

    /// Returns whether bytes are the beginning of a character in UTF-8, or none.
    private static func isCutCharacter(_ bytes: some Collection<UInt8>) -> Bool {
        guard let lead = bytes.first else { return true }
        let least: UInt8 = bytes.count == 1 ? 0xC2 : bytes.count == 2 ? 0xE0 : 0xF0
        return (least...0xF4).contains(lead) && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    }
}

// MARK: - Findings

extension CodingLayer {
    /// The findings about data that was decoded to its end.
    var findings: [Finding] {
        guard let engine else { return [] }
        var findings: [Finding] = []
        let label = coding.rawValue
        if engine is PlainEngine {
            findings.append(
                Finding(.contentCoding, .warning, "the body is labelled \(label), but is not in that coding")
            )
        } else if engine.name != label, !(engine.name == "zlib" && coding == .deflate), coding != .brotli {
            findings.append(Finding(.contentCoding, .note, "the data labelled \(label) is \(engine.name)"))
        }
        if engine.partCount > 1 {
            let parts = coding == .zstd ? "frames" : "members"
            findings.append(Finding(.contentCoding, .note, "\(engine.partCount) \(engine.name) \(parts) in a row"))
        }
        return findings + trailingFindings(engine.paddingCount)
    }

    private func trailingFindings(_ padding: Int) -> [Finding] {
        let zeros = padding + (hasOnlyZerosAsSurplus ? surplusCount : 0)
        if zeros > 0, hasOnlyZerosAsSurplus {
            let count = "\(zeros.counted("zero byte")) \(zeros == 1 ? "follows" : "follow")"
            return [Finding(.surplusBytes, .note, "\(count) the \(coding.rawValue) data")]
        }
        guard surplusCount > 0 else { return [] }
        let count = surplusCount.counted("byte")
        let message = "ignored \(count) after the \(coding.rawValue) data, at byte \(inputCount - surplusCount)"
        return [Finding(.surplusBytes, .warning, message)]
    }
}
