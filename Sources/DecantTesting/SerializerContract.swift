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
        let own = [acceptsItsSample()] + statusViolations() + mediaTypeViolations() + bodyViolations()
        return own.compactMap(\.self) + emptyBodyViolations() + limitViolations() + configurationViolations()
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

    /// The violations of the rule that a bad status is reported first, whatever the body.
    private func statusViolations() -> [String?] {
        [
            expect(.unacceptableStatus, "a bad status") { $0.head.status = .internalServerError },
            expect(.unacceptableStatus, "a bad status with a body of another kind") {
                $0.head.status = .notFound
                $0.head.headerFields[.contentType] = "x-contract/none"
                $0.body = ResponseBytes([0xFF, 0x00, 0x3C])
            },
            expect(.unacceptableStatus, "a bad status without a URL") {
                $0.url = nil
                $0.head.status = .badRequest
            },
        ]
    }

    private func mediaTypeViolations() -> [String?] {
        guard serializer.handling.configuration.mediaTypes != nil else { return [] }
        return [
            expect(.unacceptableMediaType, "another media type") {
                $0.head.headerFields[.contentType] = "x-contract/none"
            },
            expect(.missingMediaType, "a missing media type") { $0.head.headerFields[.contentType] = nil },
        ]
    }

    private func bodyViolations() -> [String?] {
        survivePrefixes()
        return [
            namesTheBodyLimit(),
            expectEmpty("204") { $0.head.status = .noContent },
            expectEmpty("an answer to HEAD") { $0.method = .head },
            expect(.truncatedBody, "a truncated body") {
                $0.head.headerFields[.contentLength] = "\($0.body.count + 1)"
            },
        ]
    }

    private func namesTheBodyLimit() -> String? {
        let error = serializer.limits { $0.bodyBytes = sample.body.count - 1 }.error(for: sample)
        return error?.limit == .bodyBytes ? nil : "a body over the limit is not refused by the limit's name"
    }

    /// Decodes every prefix of the sample, which must give a value or an error; a trap ends the test run.
    private func survivePrefixes() {
        for length in 0..<sample.body.count {
            _ = serializer.error(for: sample.with { $0.body = sample.body.prefix(length) })
        }
    }

    /// Returns the violation if a changed sample does not give an error with the code.
    func expect(
        _ code: ResponseError.Code,
        _ subject: String,
        _ change: (inout ResponseSample) -> Void
    ) -> String? {
        let found = serializer.error(for: sample.with(change))?.code
        return found == code ? nil : "\(subject) gives \(word(for: found)) instead of \(code)"
    }

    func word(for code: ResponseError.Code?) -> String { code?.description ?? "a value" }

    /// Returns the violation if a changed sample does not give the value of an empty body, or the error for one.
    func expectEmpty(_ subject: String, _ change: (inout ResponseSample) -> Void) -> String? {
        do throws(ResponseError) {
            let decoded = try sample.with(change).response(as: serializer)
            return decoded.isEmpty ? nil : "\(subject) is not treated as empty"
        } catch {
            return error.code == .emptyBody ? nil : "\(subject) gives \(error.code) instead of emptyBody"
        }
    }
}

extension ResponseSample {
    /// Returns a changed copy.
    func with(_ change: (inout ResponseSample) -> Void) -> ResponseSample {
        var copy = self
        change(&copy)
        return copy
    }
}
