import Decant

#if canImport(FoundationNetworking)
/// The minimum size of a gzip stream: header, an empty block, trailer (RFC 1952 §2.3, RFC 1951 §3.2.6).
private let shortestGzip = 10 + 2 + 8
#endif

extension ReceivedResponse {
    /// Adds a hint if the body may be truncated within the content coding that URLSession decoded.
    ///
    /// On Linux, libcurl treats the end of the encoded bytes as the end of the body, even in the middle of a compressed
    /// stream. The encoded bytes are not available, so their trailer cannot be checked. The only evidence is a length
    /// that is too short for any gzip stream.
    mutating func noteRemovedCoding() {
        #if canImport(FoundationNetworking)
        let coding = context.contentEncodings.joined(separator: ", ").lowercased()
        guard !coding.isEmpty, coding != "identity", !context.forbidsBody else { return }
        hintAtEnd =
            "the body may be truncated: URLSession on Linux does not report an incomplete \(coding.excerpt(40)) body"
        guard coding == "gzip" || coding == "x-gzip", case .bytes(let count) = context.announcedLength, count > 0,
            count < shortestGzip
        else { return }
        let bytes = count.counted("byte")
        let message = "the body is truncated: gzip has at least \(shortestGzip) bytes, but the head announces \(bytes)"
        headFindings.append(Finding(.truncatedBody, .failure, message))
        #endif
    }
}
