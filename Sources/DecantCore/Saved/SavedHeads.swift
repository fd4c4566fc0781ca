internal import HTTPTypes

/// The row of heads at the beginning of a saved response, of which the last counts.
struct SavedHeads {
    /// The head that counts.
    let last: SavedHead

    /// Which heads were passed over, and what was irregular in the last.
    let findings: [Finding]

    /// The statuses of the heads before it.
    let skipped: [Int]

    /// Reads a row of heads.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - start: Where the first head begins.
    ///   - earlier: The statuses of heads in front of `start`.
    ///   - limits: How long a head, its lines, and the row of heads may be.
    /// - Throws: ``ResponseError`` for a malformed head, and for one or a row that is too long.
    init(_ bytes: ResponseBody, at start: Int, after earlier: [Int], limits: Limits) throws(ResponseError) {
        var parser = HeadParser(bytes, at: start, limits: limits)
        let emptyLines = parser.skipEmptyLines()
        var head = try parser.head()
        var skipped = earlier
        try Self.check(skipped, next: start, limits)
        while try Self.isFollowed(head, in: bytes) {
            skipped.append(head.status.code)
            try Self.check(skipped, next: head.end, limits)
            parser = HeadParser(bytes, at: head.end, limits: limits)
            head = try parser.head()
        }
        last = head
        self.skipped = skipped
        findings = Self.findings(skipped: skipped, emptyLines: emptyLines) + head.findings
    }

    /// Whether another head stands right behind a head, where otherwise its body would be.
    private static func isFollowed(_ head: SavedHead, in bytes: ResponseBody) throws(ResponseError) -> Bool {
        let next = HeadParser.beginsHead(bytes, at: head.end)
        if head.isInterim {
            guard next else {
                let message = "no other head follows the interim one with the status \(head.status.code)"
                throw ResponseError(.malformedHead, message, offset: head.end)
            }
            return true
        }
        return next && !mayHaveHeadAsBody(head, in: bytes)
    }

    /// Whether the text of a head behind this one may be what the server sent as a body, such as an answer to TRACE.
    ///
    /// curl prints the heads of redirects and of rounds of authentication without the bodies that they announce. The
    /// answer to CONNECT, which is a success, announces none (RFC 9110 §9.3.6).
    private static func mayHaveHeadAsBody(_ head: SavedHead, in bytes: ResponseBody) -> Bool {
        if case .bytes(bytes.count - head.end) = ContentLength(fieldValues: head.fields[values: .contentLength]) {
            return true
        }
        guard head.status.kind == .successful, !head.hasNoFraming else { return false }
        let isMessage = MediaType(head.fields[.contentType] ?? "")?.type == "message"
        return isMessage || head.fields[.contentLength] != nil || head.fields[.transferEncoding] != nil
    }

    private static func check(_ skipped: [Int], next: Int, _ limits: Limits) throws(ResponseError) {
        guard skipped.count > limits.interimHeads else { return }
        let message = "more than \(limits.interimHeads) heads come before the last"
        throw ResponseError(.limitExceeded, message, offset: next, limit: .interimHeads)
    }

    private static func findings(skipped: [Int], emptyLines: Int) -> [Finding] {
        var findings: [Finding] = []
        if emptyLines > 0 {
            findings.append(Finding(.irregularHead, .warning, "\(emptyLines) empty lines stand before the status line"))
        }
        if !skipped.isEmpty {
            let list = skipped.map(String.init).joined(separator: ", ")
            findings.append(Finding(.skippedHeads, .note, "the heads with the statuses \(list) were skipped"))
        }
        return findings
    }
}
