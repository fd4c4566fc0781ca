/// The decision whether the content codings that a head lists are decoded, and the findings about it.
package struct CodingDecision {
    /// The decision; ``CodingEvidence/Verdict/pass`` without codings.
    package let verdict: CodingEvidence.Verdict

    /// The codings, outermost first; empty if this build cannot decode one of them.
    let codings: [ContentCoding]

    /// The evidence, or nil without codings.
    let evidence: CodingEvidence?

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
        findings = list.findings
        guard let outermost = list.elements.last else {
            (verdict, codings, evidence) = (.pass, [], nil)
            return
        }
        let supported = Result { () throws(ResponseError) in try list.supported() }
        codings = (try? supported.get()) ?? []
        var evidence = CodingEvidence(body, context, outermost: outermost, isSupported: !codings.isEmpty)
        if let length { evidence.length = length }
        self.evidence = evidence
        verdict = evidence.verdict(isDecoded: context.isDecoded)
        switch (verdict, supported) {
        case (.reject, .failure(let error)): rejection = error
        case (.passWithWarning, .failure(let error)):
            findings.append(Finding(.contentCoding, .warning, "\(error.message); the body was left encoded"))
        case (.passWithWarning, .success(let codings)):
            let message = "the body is labeled \(codings.appliedNames), but is not in that coding"
            findings.append(Finding(.contentCoding, .warning, message))
        default: break
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

extension [ContentCoding] {
    /// The names of codings that are listed outermost first, in the order they were applied.
    fileprivate var appliedNames: String { reversed().map(\.rawValue).joined(separator: ", ") }
}

extension Finding {
    /// Creates the note about decoded codings, which are listed outermost first.
    package static func decoded(_ codings: [ContentCoding], from codedCount: Int, to count: Int) -> Finding {
        let counts = "\(codedCount.grouped) -> \(count.grouped) \(count == 1 ? "byte" : "bytes")"
        return Finding(.contentCoding, .note, "decoded: \(codings.appliedNames), \(counts)")
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
