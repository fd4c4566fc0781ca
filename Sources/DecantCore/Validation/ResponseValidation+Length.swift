internal import HTTPTypes

extension ResponseValidation {
    /// Compares the bytes that came with the length the head announces (RFC 9110 §8.6).
    ///
    /// The length is that of the encoded body, so nothing can be said where there is a content coding, which a client may
    /// have removed, nor about answers that have no body.
    func lengthFindings(_ context: ResponseContext, _ body: ResponseBody) -> [Finding] {
        if context.forbidsBody {
            guard !body.isEmpty else { return [] }
            return [
                Finding(.unexpectedBody, .warning, "\(body.count) bytes came where no body can be, and were ignored")
            ]
        }
        switch ContentLength(context) {
        case .unknown: return []
        case .malformed(let text):
            return [Finding(.malformedContentLength, .warning, "“\(text)” is not a content length")]
        case .conflicting(let text):
            return [Finding(.malformedContentLength, .failure, "the content lengths “\(text)” contradict each other")]
        case .immense(let digits): return [truncation(of: body, to: digits)]
        case .bytes(let count) where count > body.count: return [truncation(of: body, to: "\(count)")]
        case .bytes(let count) where count < body.count:
            let message = "\(body.count) bytes came, although \(count) were announced"
            return [Finding(.surplusBytes, .warning, message, offset: count)]
        case .bytes: return []
        }
    }

    private func truncation(of body: ResponseBody, to length: String) -> Finding {
        Finding(
            .truncatedBody,
            .failure,
            "the body is truncated at \(body.count) of \(length) bytes",
            offset: body.count
        )
    }
}
