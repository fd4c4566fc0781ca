import Decant

/// A check for a body that looks like a response with a head, such as the output of `curl -v`.
enum MisplacedHead {
    /// The number of bytes that are searched.
    private static let searchedCount = 16 << 10

    /// Returns a finding about a status line that does not begin the text; nil without one.
    static func finding(in body: ResponseBytes) -> Finding? {
        let beginning = body.prefix(searchedCount)
        guard beginning.firstRange(of: "HTTP/".utf8) != nil else { return nil }
        let text = String(decoding: beginning, as: UTF8.self)
        let lines = text.split(maxSplits: 500, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.contains(where: { $0.hasPrefix("< ") && statusLine(in: $0.dropFirst(2))?.isEmpty == true }) {
            let message = "the text looks like the output of “curl -v”, whose head is not read; use “curl -i”"
            return Finding(.unreadHead, .warning, message)
        }
        guard let start = lines.firstIndex(where: { !$0.isEmpty }), let prefix = statusLine(in: lines[start]),
            isFollowedByField(lines[(start + 1)...], prefix)
        else { return nil }
        let message = "the text looks like an HTTP response with other characters before “HTTP/”, which must begin it"
        return Finding(.unreadHead, .warning, message)
    }

    /// Returns the text before a status line, which ends with the line; nil without one.
    private static func statusLine(in line: Substring) -> Substring? {
        guard line.utf8.count < 200 else { return nil }
        return line.firstMatch(of: /HTTP\/[0-3](\.[0-9])? [0-9]{3}( [^<>"]*)?$/).map { line[..<$0.range.lowerBound] }
    }

    /// Returns whether the line after a status line is empty or a field line, after the same prefix.
    private static func isFollowedByField(_ lines: ArraySlice<Substring>, _ prefix: Substring) -> Bool {
        guard let line = lines.first else { return false }
        let content = line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line
        return content.isEmpty || content.prefixMatch(of: /[A-Za-z0-9-]+: ?/) != nil
    }
}

extension Finding.Code {
    /// The code for a body that looks like a response with a head.
    static let unreadHead: Self = "unreadHead"
}
