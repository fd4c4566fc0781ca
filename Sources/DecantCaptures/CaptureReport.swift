public import DecantCore
public import HTTPTypes

/// The result of decoding one entry of a capture.
public struct CaptureResult: Sendable {
    /// The maximum number of characters of the description of a value.
    static let maxDescription = 200

    /// The zero-based index of the entry.
    public let index: Int

    /// The method of the request, if known.
    public let method: HTTPRequest.Method?

    /// The URL of the request, if known.
    public let url: String?

    /// The status of the response, or nil without a response.
    public let status: Int?

    /// The pattern of the rule that decoded the entry.
    public let pattern: String

    /// A description of the value, up to 200 characters, or the error.
    public let outcome: Result<String, ResponseError>

    init(_ entry: CaptureEntry, pattern: String, outcome: Result<String, ResponseError>) {
        index = entry.index
        method = entry.context.method
        url = entry.context.url
        status = entry.context.status?.code
        self.pattern = pattern
        self.outcome = outcome
    }

    /// The error, or nil if the response was decoded.
    public var error: ResponseError? {
        if case .failure(let error) = outcome { error } else { nil }
    }
}

extension CaptureResult: CustomStringConvertible {
    /// The index and the request, then the value or the error with its position.
    ///
    /// The query of the URL is omitted.
    public var description: String {
        let url = url.map { ResponseContext(mediaType: nil, url: $0).redactedURL ?? $0 } ?? "-"
        let request = "entry \(index): \(method?.rawValue ?? "-") \(url.excerpt(200)): "
        switch outcome {
        case .success(let value): return request + value
        case .failure(let error): return request + "\(error)"
        }
    }
}

/// The results of decoding the entries of a capture by ``CaptureRules``.
///
/// Its description lists the failures, and is meant for the message of a failed test.
public struct CaptureReport: Sendable {
    /// The maximum number of results that are kept; further ones are counted.
    private static let maxKept = 1000

    /// The maximum number of failures that are kept, each with up to 64 KiB of its body.
    private static let maxFailures = 200

    /// The results with a value, at most 1,000.
    public private(set) var values: [CaptureResult] = []

    /// The results with an error, at most 200.
    public private(set) var failures: [CaptureResult] = []

    /// The number of entries that were decoded.
    public private(set) var valueCount = 0

    /// The number of entries that could not be decoded.
    public private(set) var failureCount = 0

    /// The number of entries that no rule matched.
    public private(set) var unmatchedCount = 0

    /// The requests of the entries that no rule matched, without their queries, at most 1,000.
    public private(set) var unmatched: [String] = []

    init() {}

    mutating func add(_ result: CaptureResult?, of entry: CaptureEntry) {
        guard let result else {
            unmatchedCount += 1
            guard unmatched.count < Self.maxKept else { return }
            let url = entry.context.redactedURL ?? "-"
            return unmatched.append("\(entry.context.method?.rawValue ?? "-") \(url.excerpt(200))")
        }
        if result.error == nil {
            valueCount += 1
            if values.count < Self.maxKept { values.append(result) }
        } else {
            failureCount += 1
            if failures.count < Self.maxFailures { failures.append(result) }
        }
    }
}

extension CaptureReport: CustomStringConvertible {
    /// The maximum number of failures in the description.
    private static let maxShown = 10

    /// The counts, and the first failures.
    public var description: String {
        var text = "\(valueCount.counted("value")), \(failureCount.counted("failure")), "
        text += "\(unmatchedCount.counted("entry", "entries")) without a rule"
        for failure in failures.prefix(Self.maxShown) { text += "\n\(failure)" }
        let more = failureCount - min(failures.count, Self.maxShown)
        return more > 0 ? text + "\nand \(more.counted("more failure"))" : text
    }
}
