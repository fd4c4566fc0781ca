import Decant

#if canImport(FoundationNetworking)
/// The fewest bytes of a gzip stream: header, an empty block, trailer (RFC 1952 §2.3, RFC 1951 §3.2.6).
private let shortestGzip = 10 + 2 + 8
#endif

extension ReceivedResponse {
    /// Notes that a body may be truncated within the content coding that URLSession has removed from it.
    ///
    /// On Linux, libcurl takes the end of the coded bytes for the end of the body, also in the middle of a compressed stream. The
    /// coded bytes, whose trailer would show it, are not available. Only a length that is too short for any stream is evidence.
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
