public import DecantCore

extension ResponseContext {
    /// Returns whether the host and the path of the URL match a pattern.
    ///
    /// A test checks that every response of an endpoint decodes:
    ///
    /// ```swift
    /// for try await entry in HAR.entries(of: chunks)
    /// where entry.context.hasURL(matching: "api.example.com/users/*") && !entry.isRedirect {
    ///     _ = try entry.value(as: .json(User.self))
    /// }
    /// ```
    ///
    /// `*` matches any text within a label of the host or a segment of the path, and `**` matches any number of segments.
    /// `*.example.com` matches all subdomains. A pattern that begins with `/` matches every host. The port of the URL
    /// counts if the pattern has one, such as `localhost:8080`. The scheme, the user, the query, and the fragment are
    /// ignored, and so is the letter case of the host. An unknown URL has no host, and the path `/`.
    ///
    /// - Parameter pattern: A host, a path, or both, such as `api.example.com/users/*`.
    public func hasURL(matching pattern: String) -> Bool {
        CapturePattern(pattern).matches(url ?? "")
    }
}

/// A pattern for the host and the path of a URL.
private struct CapturePattern {
    private let host: [UInt8]?
    private let hasPort: Bool
    private let path: [[UInt8]]

    init(_ text: String) {
        let slash = text.firstIndex(of: "/") ?? text.endIndex
        let host = text[..<slash]
        self.host = host.isEmpty ? nil : Array(host.lowercased().utf8)
        hasPort = CapturedURL(text).hasPort
        path = slash == text.endIndex ? [Array("**".utf8)] : Self.segments(text[slash...])
    }

    func matches(_ url: String) -> Bool {
        let parts = CapturedURL(url)
        if let host {
            let matched = hasPort ? parts.authority : parts.host
            guard Glob.matches(host, Array(matched.lowercased().utf8)) else { return false }
        }
        return Self.matches(path, Self.segments(parts.path))
    }

    private static func segments(_ path: Substring) -> [[UInt8]] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map(Array.init)
    }

    private static func matches(_ pattern: [[UInt8]], _ path: [[UInt8]]) -> Bool {
        Glob.matches(
            pattern.count,
            path.count,
            isWildcard: { pattern[$0] == Array("**".utf8) },
            isMatch: { Glob.matches(pattern[$0], path[$1]) }
        )
    }
}

/// The host and the path of a URL, without its other parts.
struct CapturedURL {
    /// The host, without the user and the port; empty if the URL has none.
    let host: Substring

    /// The host with the port, without the user.
    let authority: Substring

    /// Whether the authority has a port.
    var hasPort: Bool { host.endIndex < authority.endIndex }

    /// The path, which begins with a slash.
    let path: Substring

    init(_ url: String) {
        var rest = url.prefix { $0 != "?" && $0 != "#" }
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            rest = rest[rest.index(colon, offsetBy: 3)...]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let start = rest[..<slash].lastIndex(of: "@").map(rest.index(after:)) ?? rest.startIndex
        authority = rest[start..<slash]
        // The colons of an IPv6 address are within brackets (RFC 3986 §3.2.2).
        let end = authority.lastIndex(of: ":") ?? authority.endIndex
        host = authority[end...].contains("]") ? authority : authority[..<end]
        path = slash == rest.endIndex ? "/" : rest[slash...]
    }
}

/// Matching with wildcards, in time of the pattern's length times the text's length.
enum Glob {
    /// Returns whether a text matches a pattern in which `*` matches any bytes.
    static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        matches(
            pattern.count,
            text.count,
            isWildcard: { pattern[$0] == UInt8(ascii: "*") },
            isMatch: { pattern[$0] == text[$1] }
        )
    }

    /// Returns whether parts match a pattern.
    ///
    /// After a mismatch, the last wildcard takes one more part. Earlier ones need not change.
    static func matches(
        _ patternCount: Int,
        _ count: Int,
        isWildcard: (Int) -> Bool,
        isMatch: (Int, Int) -> Bool
    ) -> Bool {
        var (next, position) = (0, 0)
        var retry: (next: Int, position: Int)?
        while position < count {
            if next < patternCount, isWildcard(next) {
                next += 1
                retry = (next, position)
            } else if next < patternCount, isMatch(next, position) {
                (next, position) = (next + 1, position + 1)
            } else if let (start, taken) = retry {
                retry = (start, taken + 1)
                (next, position) = (start, taken + 1)
            } else {
                return false
            }
        }
        while next < patternCount, isWildcard(next) { next += 1 }
        return next == patternCount
    }
}
