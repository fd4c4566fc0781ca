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
/// The first rule that matches an entry decodes it. Redirects that a client follows, responses with a status of 300 to
/// 399 and a `Location`, match no rule.
public struct CaptureRules: Sendable {
    fileprivate struct Rule: Sendable {
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
    ///   - pattern: The pattern for the host and the path.
    ///   - method: The method of the request; nil for any method.
    ///   - mediaTypes: The media types of the response; nil for any or no media type.
    ///   - serializer: The serializer that the app uses for the response.
    public func decoding<Output: Sendable>(
        _ pattern: CapturePattern,
        method: HTTPRequest.Method? = nil,
        ofType mediaTypes: [MediaTypePattern]? = nil,
        as serializer: any ResponseSerializer<Output>
    ) -> CaptureRules {
        var copy = self
        let rule = Rule(pattern: pattern, method: method, mediaTypes: mediaTypes) { entry in
            do throws(ResponseError) {
                return .success("\(try entry.value(as: serializer))".excerpt(CaptureResult.longestDescription))
            } catch {
                return .failure(error)
            }
        }
        copy.rules.append(rule)
        return copy
    }

    /// Decodes an entry by the first rule that matches it.
    ///
    /// - Returns: The result; nil if no rule matches.
    public func check(_ entry: CaptureEntry) -> CaptureResult? {
        guard !entry.isRedirect, let rule = rules.first(where: { $0.matches(entry) }) else { return nil }
        return CaptureResult(entry, pattern: rule.pattern, outcome: rule.decode(entry))
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
    /// - Parameter entries: The responses of the file. Their URLs are unknown, so only patterns that match every path
    ///   apply.
    /// - Throws: `ResponseError` if the file is malformed.
    public func check(_ entries: SavedResponse.Entries) throws(ResponseError) -> CaptureReport {
        var (entries, report) = (entries, CaptureReport())
        while let entry = try entries.next() { report.add(check(entry), of: entry) }
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

extension CaptureEntry {
    /// Whether the response is a redirect that a client follows: a status of 300 to 399 with a `Location` (RFC 9110
    /// §15.4).
    public var isRedirect: Bool {
        guard let status = context.status?.code, (300..<400).contains(status) else { return false }
        return context.head?.headerFields[.location] != nil
    }
}
