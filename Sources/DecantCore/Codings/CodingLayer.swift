internal import DecantInflate

/// A decoder of one content coding of a body.
///
/// It recognizes the format of the data, decodes it, and counts the bytes after it.
final class CodingLayer {
    /// The settings that all layers of a body share.
    struct Settings {
        /// The limits; a layer uses only `codingWindow`.
        var limits: Limits
        /// Whether data that is evidently not encoded is passed through.
        var acceptsPlainData = false
        /// Whether the output of each call starts with all previous output; set for the innermost layer only.
        var keepsOutput = false
    }

    /// The coding that the head declares.
    let coding: ContentCoding
    private let settings: Settings
    private var engine: (any CodingEngine)?

    /// The first bytes, held until the format is recognized, and the number of them that the engine has consumed.
    private var first: [UInt8] = []
    private var firstPosition = 0

    /// The number of input bytes consumed.
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

    /// Decodes until the input is consumed or the output is full.
    ///
    /// Bytes after the end of the data are counted and dropped.
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
            let status = try run(engine, bytes.elementSpan, from: &firstPosition, into: &output)
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

    /// Checks that the data is complete after the last input; empty data is complete.
    func finish() throws(CodingFault) {
        guard !first.isEmpty else { return }
        guard let engine else {
            throw CodingFault(code: .truncatedBody, message: "the compressed data is truncated", offset: first.count)
        }
        if !isAtEnd { try engine.finish() }
        // Data labeled gzip is recognized as zlib only if nothing but zeros follows it.
        if coding == .gzip, engine.name == "zlib", surplusCount > 0, !hasOnlyZerosAsSurplus {
            let message = "expected a gzip header (0x1F, 0x8B)"
            throw CodingFault(code: .malformedBody, message: message, offset: 0)
        }
    }

    /// Estimates the decoded size of a whole body.
    func estimatedCount(of input: Span<UInt8>) -> Int {
        Inflater.estimatedCount(of: input, coding == .gzip ? .gzip : .raw)
    }
}

// MARK: - Recognition

extension CodingLayer {
    /// Returns the engine for the first bytes, or nil if more bytes are needed.
    private func recognized() throws(CodingFault) -> (any CodingEngine)? {
        switch coding {
        case .gzip:
            let couldBeCoded =
                CodingSignature.gzip.starts(with: first.prefix(1)) || first[0] == CodingSignature.zlibMethod
            if !couldBeCoded, isPlainAccepted { return PlainEngine() }
            guard first.count > 1 else { return nil }
            return inflateEngine(CodingSignature.isZlib(first) ? .zlib : .gzip)
        case .deflate:
            guard first.count > 1 else { return nil }
            if CodingSignature.isGzip(first) { return inflateEngine(.gzip) }
            return inflateEngine(CodingSignature.isZlib(first) ? .zlib : .raw)
        #if DECANT_Brotli
        case .brotli:
            return BrotliEngine()
        #endif
        #if DECANT_Zstd
        case .zstd:
            let couldBeCoded = CodingSignature.startsFrame(first) || CodingSignature.startsSkippableFrame(first)
            if !couldBeCoded, isPlainAccepted { return PlainEngine() }
            guard first.count > 3 || !settings.acceptsPlainData else { return nil }
            return ZstdEngine(window: settings.limits.codingWindow)
        #endif
        default:
            let message = "this build cannot decode the content coding \(coding.rawValue.excerpt(40))"
            throw CodingFault(code: .unsupportedFormat, message: message, offset: 0)
        }
    }

    /// Whether the first bytes are text and the settings allow passing it through.
    private var isPlainAccepted: Bool { settings.acceptsPlainData && CodingSignature.isText(first) }

    private func inflateEngine(_ format: Inflater.Format) -> InflateEngine {
        InflateEngine(format, keepsOutput: settings.keepsOutput)
    }
}

// MARK: - Findings

extension CodingLayer {
    /// The findings about the data, valid once all of it is decoded.
    var findings: [Finding] {
        guard let engine else { return [] }
        var findings: [Finding] = []
        let label = coding.rawValue
        if engine is PlainEngine {
            findings.append(
                Finding(.contentCoding, .warning, "the body is labeled \(label), but is not in that coding")
            )
        } else if engine.name != label, !(engine.name == "zlib" && coding == .deflate), coding != .brotli {
            findings.append(Finding(.contentCoding, .note, "the data labeled \(label) is \(engine.name)"))
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
