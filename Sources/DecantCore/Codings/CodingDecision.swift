/// The decision whether the content codings that a head lists are decoded, and the findings about it.
package struct CodingDecision {
    /// The decision; ``CodingEvidence/Verdict/pass`` without codings.
    package let verdict: CodingEvidence.Verdict

    /// The codings that the head lists, in the order they were applied.
    let codings: [ContentCoding]

    /// The evidence, or nil without codings.
    private let evidence: CodingEvidence?

    /// The findings about the codings and about a body that is left unchanged.
    package private(set) var findings: [Finding]

    /// The error of a body that cannot be decoded.
    package private(set) var rejection: ResponseError?

    /// Decides about a body.
    ///
    /// - Parameters:
    ///   - body: The body, or at least its first bytes.
    ///   - context: The head of the response.
    ///   - length: The result of comparing the length of the body with the announced one, if it is not the number of
    ///     bytes passed.
    package init(_ body: ResponseBytes, _ context: ResponseContext, length: CodingEvidence.Length? = nil) {
        let list = ContentCodingList(fieldValues: context.codings(of: body))
        codings = list.elements
        findings = list.findings
        guard let outermost = codings.last else {
            verdict = .pass
            evidence = nil
            return
        }
        let unsupported = list.unsupported
        var evidence = CodingEvidence(body, context, outermost: outermost, isSupported: unsupported == nil)
        if let length { evidence.length = length }
        self.evidence = evidence
        verdict = evidence.verdict(isDecoded: context.isDecoded)
        if verdict == .reject { rejection = unsupported }
        if verdict == .passWithWarning {
            let leftEncoded = unsupported.map { "\($0.message); the body was left encoded" }
            let message = leftEncoded ?? "the body is labeled \(codings.names), but is not in that coding"
            findings.append(Finding(.contentCoding, .warning, message))
        }
    }

    /// Whether the body is decoded, or decoding is attempted.
    package var decodes: Bool { verdict == .decode || verdict == .tryToDecode }

    /// Whether the body is not in the codings, as its first bytes show, or there are none.
    var isPlain: Bool { evidence.map { $0.bytes == .plain } ?? true }

    /// Returns whether the body is decoded whatever its length is, which is unknown until its end.
    func decodesAtAnyLength(isDecoded: Bool?) -> Bool {
        guard var evidence else { return false }
        return [CodingEvidence.Length.equal, .different, .unknown].allSatisfy { length in
            evidence.length = length
            return evidence.verdict(isDecoded: isDecoded) == .decode
        }
    }
}

// MARK: - Streams

extension CodingDecision {
    /// The number of bytes of a line that is evidently text.
    private static let minLineLength = 8

    /// The number of bytes of the longest magic number of a coding.
    private static let maxMagicLength = 4

    /// Decides about a stream, whose length is not known, by its first bytes.
    ///
    /// 64 bytes decide. Bytes that begin neither text nor a known binary format decide earlier, and so does a line of
    /// text, so that an event does not wait for the next one.
    ///
    /// - Parameters:
    ///   - first: The bytes received so far.
    ///   - isAll: Whether there are no others.
    ///   - context: The head of the response.
    /// - Returns: The decision, or nil if more bytes are needed.
    package static func ofStream(_ first: [UInt8], isAll: Bool, _ context: ResponseContext) -> CodingDecision? {
        let first = first.prefix(CodingEvidence.decisiveCount)
        let line = first.firstIndex(of: UInt8(ascii: "\n")).map { first[...$0] } ?? []
        if line.count >= minLineLength, CodingSignature.isText(line) {
            return CodingDecision(ResponseBytes(line), context, length: .unknown)
        }
        let isClear =
            first.count >= maxMagicLength && !CodingSignature.isText(first) && !BodySignature.canBeBinary(first)
        guard isAll || isClear || first.count == CodingEvidence.decisiveCount else { return nil }
        return CodingDecision(ResponseBytes(first), context, length: .unknown)
    }
}

// MARK: - Files

extension CodingDecision {
    /// Decides by its first bytes about a stream without content codings, which is a compressed file if they say so.
    ///
    /// - Parameters:
    ///   - first: The bytes received so far.
    ///   - isAll: Whether there are no others.
    /// - Returns: The decision, or nil if more bytes are needed.
    package static func ofFile(_ first: [UInt8], isAll: Bool) -> CodingDecision? {
        let mayBeFile =
            CodingSignature.gzip.starts(with: first.prefix(2)) || CodingSignature.startsFrame(first)
            || CodingSignature.startsSkippableFrame(first)
        guard isAll || first.count >= maxMagicLength || !mayBeFile else { return nil }
        guard let coding = ContentCoding(fileIn: first) else { return CodingDecision(verdict: .pass, []) }
        return CodingDecision(verdict: coding.isBuiltIn ? .decode : .reject, [coding])
    }

    private init(verdict: CodingEvidence.Verdict, _ codings: [ContentCoding]) {
        self.verdict = verdict
        self.codings = codings
        evidence = nil
        findings = []
        rejection = verdict == .reject ? codings.first.map(ContentCodingList.unsupported) : nil
    }
}

extension [ContentCoding] {
    /// The names of the codings.
    fileprivate var names: String { map(\.rawValue).joined(separator: ", ") }
}

extension Finding {
    /// Creates the note about decoded codings.
    package static func decoded(_ codings: [ContentCoding], from codedCount: Int, to count: Int) -> Finding {
        let counts = "\(codedCount.grouped) -> \(count.grouped) \(count == 1 ? "byte" : "bytes")"
        return Finding(.contentCoding, .note, "decoded: \(codings.names), \(counts)")
    }
}

extension Int {
    /// The decimal digits with commas between groups of three.
    fileprivate var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}

// MARK: - The list of codings

/// The content codings that the `Content-Encoding` fields of a head list, in the order they were applied.
package struct ContentCodingList {
    /// The codings, without those that leave the body unchanged.
    package private(set) var elements: [ContentCoding] = []

    private var log = FindingLog()

    /// Names that servers send as codings although they leave the body unchanged.
    private static let plainNames: Set = ["none", "utf-8", "utf8", "binary", "7bit", "8bit", "aws-chunked"]

    /// The findings about names that are not content codings.
    package var findings: [Finding] { log.all }

    /// Parses the values of all field lines (RFC 9110 §8.4, §5.6.1).
    package init(fieldValues: [String]) {
        for value in fieldValues {
            for element in value.split(separator: ",") { add(element.lowercased().trimmingHTTPWhitespace) }
        }
    }

    private mutating func add(_ name: String) {
        if name.isEmpty { return }
        if name == "identity" || Self.plainNames.contains(name) {
            let severity: Finding.Severity = name == "identity" ? .note : .warning
            log.report(.contentCoding) {
                Finding(.contentCoding, severity, "“\(name)” is not a content coding and was ignored")
            }
        } else {
            elements.append(ContentCoding(named: name))
        }
    }

    /// The error of the outermost coding that this build cannot decode, or nil if it can decode all of them.
    var unsupported: ResponseError? { elements.last { !$0.isBuiltIn }.map(Self.unsupported) }

    static func unsupported(_ coding: ContentCoding) -> ResponseError {
        let message =
            ContentCoding.all.contains(coding)
            ? "this build cannot decode the content coding \(coding.rawValue)"
            : "the content coding “\(coding.rawValue.excerpt(40))” is unknown"
        if let trait = coding.trait { return ResponseError(.unsupportedFormat, message, remedy: .trait(trait)) }
        let hint = "request a coding that can be decoded: Accept-Encoding: \(ContentCoding.acceptValue)"
        return ResponseError(.unsupportedFormat, message, hint: hint)
    }
}

extension Limits {
    /// Throws if a body has too many content codings.
    func checkLayers(of codings: [ContentCoding]) throws(ResponseError) {
        let count = codings.count
        guard count > codingLayers else { return }
        let message = "the body has \(count.counted("content coding")), more than the limit of \(codingLayers)"
        throw ResponseError(.limitExceeded, message, limit: .codingLayers).needing(count)
    }
}

extension String {
    /// The text without spaces and tabs around it.
    fileprivate var trimmingHTTPWhitespace: String {
        let scalars = unicodeScalars.drop(while: \.isHTTPWhitespace)
        guard let last = scalars.lastIndex(where: { !$0.isHTTPWhitespace }) else { return "" }
        return String(scalars[...last])
    }
}
