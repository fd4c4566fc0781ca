import DecantCore
import HTTPTypes

extension SerializerContract {
    /// Statuses of every class, including all that forbid a body.
    private static var statuses: [Int] {
        [100, 103, 200, 201, 204, 205, 206, 299, 300, 301, 304, 399, 400, 404, 499, 500, 503, 599]
    }

    /// The violations of the rules about responses without a body.
    ///
    /// A response with an unacceptable status is rejected for its status. Any other has the value of an empty body, or
    /// the error for an empty body. Custom checks run in both cases.
    func emptyBodyViolations() -> [String] {
        Self.statuses.compactMap(violation(ofEmptyBodyWith:)) + ignoredChecks()
    }

    private func violation(ofEmptyBodyWith status: Int) -> String? {
        let bare = withoutBody(status: status)
        let subject = "an empty body with the status \(status)"
        let acceptable = serializer.handling.configuration.statuses ?? .successful
        guard acceptable.contains(status) else { return expect(.unacceptableStatus, bare, subject) }
        return expectEmpty(bare, subject)
    }

    private func ignoredChecks() -> [String] {
        let refusing = serializer.validating { _, _ in [Finding(.rejected, .failure, "refused by the contract")] }
        return [
            (sample, "the sample"), (withoutBody(status: 200), "an empty body"), (withoutBody(status: 204), "a 204"),
        ].compactMap { sample, subject in
            let code = refusing.error(for: sample)?.code
            return code == .rejected ? nil : "a custom check does not refuse \(subject): \(word(for: code))"
        }
    }

    private func withoutBody(status: Int) -> ResponseSample {
        var bare = sample
        bare.head.status = HTTPResponse.Status(code: status)
        bare.head.headerFields[.contentLength] = nil
        bare.body = ResponseBytes()
        return bare
    }
}
