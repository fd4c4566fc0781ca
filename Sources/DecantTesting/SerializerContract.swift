public import DecantCore
internal import HTTPTypes

/// The contract of all serializers, as checks for the tests of a serializer.
///
/// ```swift
/// @Test func keepsTheContract() {
///     let contract = SerializerContract(LineCount(), accepted: ResponseSample(200, "text/plain", "a\nb\n"))
///     #expect(contract.violations() == [])
/// }
/// ```
public struct SerializerContract<Serializer: ResponseSerializer>: Sendable {
    let serializer: Serializer
    let sample: ResponseSample
    let other: Serializer?
    let limits: [Limits.Name]

    /// Creates the checks for a serializer.
    ///
    /// - Parameters:
    ///   - serializer: The serializer, configured to accept the sample.
    ///   - sample: A response with a nonempty body that the serializer decodes into a value.
    ///   - other: A serializer with other options. Restoring the configuration of the first one into it shows whether
    ///     the configuration lacks options.
    ///   - limits: The limits that the serializer enforces in addition to the limits of every response.
    public init(
        _ serializer: Serializer,
        accepted sample: ResponseSample,
        restoringInto other: Serializer? = nil,
        limits: [Limits.Name] = []
    ) {
        self.serializer = serializer
        self.sample = sample
        self.other = other
        self.limits = limits
    }

    /// Runs all checks except ``cancellationViolations()``.
    ///
    /// - Returns: One sentence for each violation; empty if the serializer fulfills the contract.
    public func violations() -> [String] {
        [
            acceptsItsSample, rejectsBadStatus, keepsTheStatusFirst, rejectsAnotherMediaType, needsAMediaType,
            namesTheBodyLimit, treatsNoContentAsEmpty, answersHeadWithoutABody, reportsTruncation, survivesPrefixes,
            doesNotDependOnAURL,
        ].compactMap { $0() } + emptyBodyViolations() + limitViolations() + configurationViolations()
    }

    /// Runs the serializer in a canceled task, and then again.
    ///
    /// A canceled serializer must return the value or throw the code `ResponseError.Code.cancelled`, and must not
    /// affect later runs.
    ///
    /// - Returns: One sentence for each violation.
    public func cancellationViolations() async -> [String] {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return serializer.error(for: sample)?.code
        }
        task.cancel()
        let code = await task.value
        let violation = "a canceled task gives \(word(for: code)) instead of cancelled"
        return [code == nil || code == .cancelled ? nil : violation, acceptsItsSample()].compactMap(\.self)
    }

    private func acceptsItsSample() -> String? {
        serializer.error(for: sample).map { "the sample is refused: \($0.message)" }
    }

    private func rejectsBadStatus() -> String? {
        var bad = sample
        bad.head.status = .internalServerError
        return expect(.unacceptableStatus, bad, "a bad status")
    }

    private func keepsTheStatusFirst() -> String? {
        var bad = sample
        bad.head.status = .notFound
        bad.head.headerFields[.contentType] = "x-contract/none"
        bad.body = ResponseBytes([0xFF, 0x00, 0x3C])
        return expect(.unacceptableStatus, bad, "a bad status with a body of another kind")
    }

    private func rejectsAnotherMediaType() -> String? {
        guard serializer.handling.configuration.mediaTypes != nil else { return nil }
        return expect(.unacceptableMediaType, sample.with("x-contract/none", for: .contentType), "another media type")
    }

    private func needsAMediaType() -> String? {
        guard serializer.handling.configuration.mediaTypes != nil else { return nil }
        var bare = sample
        bare.head.headerFields[.contentType] = nil
        return expect(.missingMediaType, bare, "a missing media type")
    }

    private func namesTheBodyLimit() -> String? {
        var limits = Limits()
        limits.bodyBytes = sample.body.count - 1
        let error = serializer.limits(limits).error(for: sample)
        return error?.limit == .bodyBytes ? nil : "a body over the limit is not refused by the limit's name"
    }

    private func treatsNoContentAsEmpty() -> String? {
        var empty = sample
        empty.head.status = .noContent
        return expectEmpty(empty, "204")
    }

    private func answersHeadWithoutABody() -> String? {
        var head = sample
        head.method = .head
        return expectEmpty(head, "an answer to HEAD")
    }

    private func reportsTruncation() -> String? {
        let cut = sample.with("\(sample.body.count + 1)", for: .contentLength)
        return expect(.truncatedBody, cut, "a truncated body")
    }

    /// Decodes every prefix of the sample, which must give a value or an error; a trap ends the test run.
    private func survivesPrefixes() -> String? {
        for length in 0..<sample.body.count {
            var cut = sample
            cut.body = sample.body.prefix(length)
            _ = serializer.error(for: cut)
        }
        return nil
    }

    private func doesNotDependOnAURL() -> String? {
        var bad = sample
        bad.url = nil
        bad.head.status = .badRequest
        return expect(.unacceptableStatus, bad, "a bad status without a URL")
    }

    func expect(_ code: ResponseError.Code, _ sample: ResponseSample, _ what: String) -> String? {
        let found = serializer.error(for: sample)?.code
        return found == code ? nil : "\(what) gives \(word(for: found)) instead of \(code)"
    }

    func word(for code: ResponseError.Code?) -> String { code?.description ?? "a value" }

    func expectEmpty(_ sample: ResponseSample, _ what: String) -> String? {
        do throws(ResponseError) {
            let decoded = try sample.response(as: serializer)
            return decoded.isEmpty ? nil : "\(what) is not treated as empty"
        } catch {
            return error.code == .emptyBody ? nil : "\(what) gives \(error.code) instead of emptyBody"
        }
    }
}
