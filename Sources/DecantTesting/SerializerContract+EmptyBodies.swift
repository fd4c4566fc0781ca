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
        let subject = "an empty body with the status \(status)"
        let acceptable = serializer.handling.configuration.statuses ?? .successful
        guard acceptable.contains(status) else {
            return expect(.unacceptableStatus, subject) { $0.removeBody(status: status) }
        }
        return expectEmpty(subject) { $0.removeBody(status: status) }
    }

    private func ignoredChecks() -> [String] {
        let refusing = serializer.validating { _, _ in [Finding(.rejected, .failure, "refused by the contract")] }
        return [
            (sample, "the sample"), (sample.with { $0.removeBody(status: 200) }, "an empty body"),
            (sample.with { $0.removeBody(status: 204) }, "a 204"),
        ].compactMap { sample, subject in
            let code = refusing.error(for: sample)?.code
            return code == .rejected ? nil : "a custom check does not refuse \(subject): \(word(for: code))"
        }
    }
}

extension ResponseSample {
    fileprivate mutating func removeBody(status: Int) {
        head.status = HTTPResponse.Status(code: status)
        head.headerFields[.contentLength] = nil
        body = ResponseBytes()
    }
}
