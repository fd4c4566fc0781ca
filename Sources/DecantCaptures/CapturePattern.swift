internal import DecantCore

/// A pattern for the host and the path of a URL, such as `api.example.com/users/*`.
///
/// ``CaptureRules`` describes its syntax.
struct CapturePattern: Sendable {
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
