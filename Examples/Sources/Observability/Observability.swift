import Decant
import Logging
import Metrics

extension ResponseOutcome {
    /// Returns an observer that logs errors and warnings, and records the number of responses, their sizes, and their
    /// decoding times.
    static func observer(recordingTo logger: Logger) -> ResponseHandling.Observer {
        { outcome in
            let result = outcome.error.map { "\($0.code)" } ?? "value"
            Counter(label: "decant_responses_total", dimensions: [("result", result)]).increment()
            Recorder(label: "decant_body_bytes").record(outcome.bodyCount)
            Metrics.Timer(label: "decant_decoding_seconds").record(duration: outcome.duration)

            var metadata: Logger.Metadata = ["type": "\(outcome.output)", "bytes": "\(outcome.bodyCount)"]
            if let status = outcome.context.status { metadata["status"] = "\(status.code)" }
            if let error = outcome.error {
                logger.error("\(error.message)", metadata: metadata)
            }
            for finding in outcome.findings where finding.severity == .warning {
                logger.warning("\(finding.message)", metadata: metadata)
            }
        }
    }
}

struct User: Decodable, Sendable {
    var name: String
}

/// Sets the observer once; every serializer of the program reports to it.
@main
enum Observability {
    static func main() throws {
        let observer = ResponseOutcome.observer(recordingTo: Logger(label: "example.api"))
        try ResponseOutcome.withObserver(observer) {
            let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
            let user = try JSONResponseSerializer(User.self).value(of: #"{"name": "Ada"}"#.utf8, for: head)
            print(user.name)
            do throws(ResponseError) {
                _ = try JSONResponseSerializer(User.self).value(of: #"{"name": 1}"#.utf8, for: head)
            } catch {
                print(error.code)
            }
        }
    }
}
