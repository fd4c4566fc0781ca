public import DecantCore
public import HTTPTypes

/// The endpoints of an app: which serializer decodes the responses of which URLs.
///
/// A test states the endpoints once, and checks that every response of a capture decodes:
///
/// ```swift
/// let rules = CaptureRules()
///     .decoding("api.example.com/users/*", as: .json(User.self))
///     .decoding("*.example.com/**", ofType: ["image/*"], as: .data)
/// let report = try await rules.check(HAR.entries(of: chunks))
/// #expect(report.failures.isEmpty, "\(report)")
/// ```
///
/// A pattern is a host and a path. `*` matches any text within a label of the host or a segment of the path, and `**`
/// matches any number of segments. `*.example.com` matches all subdomains. A pattern that begins with `/` matches every
/// host. The port of the URL counts if the pattern has one, such as `localhost:8080`. The scheme, the user, the query,
/// and the fragment are ignored, and so is the letter case of the host.
///
/// The first rule that matches an entry decodes it. Redirects that a client follows, responses with a status of 300 to
/// 399 and a `Location`, match no rule.
public struct CaptureRules: Sendable {
    fileprivate struct Rule: Sendable {
        let text: String
        let pattern: CapturePattern
        let method: HTTPRequest.Method?
        let mediaTypes: [MediaTypePattern]?
        let decode: @Sendable (CaptureEntry) -> Result<String, ResponseError>
    }

    private var rules: [Rule] = []

    /// Creates an empty list of rules.
    public init() {}

    /// Adds a rule.
    ///
    /// - Parameters:
    ///   - pattern: The pattern for the host and the path, such as `api.example.com/users/*`.
    ///   - method: The method of the request, or nil for any method.
    ///   - mediaTypes: The media types of the response, or nil for any or no media type.
    ///   - serializer: The serializer that the app uses for the response.
    public func decoding<Output: Sendable>(
        _ pattern: String,
        method: HTTPRequest.Method? = nil,
        ofType mediaTypes: [MediaTypePattern]? = nil,
        as serializer: any ResponseSerializer<Output>
    ) -> CaptureRules {
        var copy = self
        let parsed = CapturePattern(pattern)
        let rule = Rule(text: pattern, pattern: parsed, method: method, mediaTypes: mediaTypes) { entry in
            do throws(ResponseError) {
                return .success("\(try entry.value(as: serializer))".excerpt(CaptureResult.maxDescription))
            } catch {
                return .failure(error)
            }
        }
        copy.rules.append(rule)
        return copy
    }

    /// Returns whether a pattern matches a URL.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, as a rule has it.
    ///   - url: The URL as text.
    public static func matches(_ pattern: String, url: String) -> Bool {
        CapturePattern(pattern).matches(url)
    }

    /// Decodes an entry by the first rule that matches it.
    ///
    /// - Returns: The result, or nil if no rule matches.
    public func check(_ entry: CaptureEntry) -> CaptureResult? {
        guard !entry.isRedirect, let rule = rules.first(where: { $0.matches(entry) }) else { return nil }
        return CaptureResult(entry, pattern: rule.text, outcome: rule.decode(entry))
    }

    /// Decodes every entry by the first rule that matches it.
    ///
    /// - Parameter entries: The entries, such as those of ``HAR/entries(of:limits:)``.
    /// - Throws: `ResponseError` if the capture itself is malformed or truncated.
    public func check<Entries: AsyncSequence>(_ entries: Entries) async throws(ResponseError) -> CaptureReport
    where Entries.Element == CaptureEntry, Entries.Failure == ResponseError {
        var report = CaptureReport()
        for try await entry in entries { report.add(check(entry), of: entry) }
        return report
    }

    /// Decodes every response of a saved file by the first rule that matches it.
    ///
    /// - Parameter entries: The responses, such as those of ``SavedResponse/entries(of:limits:)``. Their URLs are
    ///   unknown, so only patterns that match every path apply.
    /// - Throws: `ResponseError` if the file is malformed.
    public func check(_ entries: some Sequence<Result<CaptureEntry, ResponseError>>) throws(ResponseError)
        -> CaptureReport
    {
        var report = CaptureReport()
        for result in entries {
            let entry = try result.get()
            report.add(check(entry), of: entry)
        }
        return report
    }
}

extension CaptureRules.Rule {
    fileprivate func matches(_ entry: CaptureEntry) -> Bool {
        if let method, entry.context.method != method { return false }
        if let mediaTypes {
            guard let type = entry.context.mediaType, mediaTypes.contains(where: { $0.matches(type) }) else {
                return false
            }
        }
        return pattern.matches(entry.context.url ?? "")
    }
}
