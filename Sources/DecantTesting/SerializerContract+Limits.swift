import DecantCore
import HTTPTypes

extension SerializerContract {
    /// The violations of the rules about limits: no limit traps, and an error names the limit that rejects the sample.
    ///
    /// Each limit is set to its bounds and beyond them. The error has the name and the value of the limit. A negative
    /// limit counts as 0; the greatest value rejects nothing.
    func limitViolations() -> [String] {
        (Limits.Name.ofEveryResponse + limits).flatMap { name in
            [0, 1, -1, .min, .max].compactMap { violation(of: name, at: $0) }
        } + longErrorBodies()
    }

    private func violation(of name: Limits.Name, at value: Int) -> String? {
        let subject = "with the limit \(name.rawValue) at \(value), the sample"
        let limited = serializer.limits { $0[name] = value }
        guard let error = limited.error(for: sample) else {
            let isIgnored = name == .bodyBytes && sample.body.count > value
            return isIgnored ? "\(subject) is accepted, although it has \(sample.body.count) bytes" : nil
        }
        guard value < .max else { return "\(subject) is refused: \(error.message)" }
        guard error.code == .limitExceeded else { return "\(subject) gives \(error.code) instead of limitExceeded" }
        guard error.limit == name else {
            return "\(subject) is refused for the limit \(error.limit?.rawValue ?? "nil")"
        }
        let shown = "\(max(0, value))"
        guard error.message.contains(shown) else {
            return "\(subject) is refused without the value \(shown) in the error"
        }
        return nil
    }

    private func longErrorBodies() -> [String] {
        let bad = sample.with { $0.head.status = .internalServerError }
        return [0, 1, -1, .min, .max].compactMap { (value: Int) -> String? in
            let error = serializer.limits { $0.errorBodyBytes = value }.error(for: bad)
            guard let error, error.body.count > max(0, value) else { return nil }
            return "with the limit errorBodyBytes at \(value), the error keeps \(error.body.count) bytes"
        }
    }
}
