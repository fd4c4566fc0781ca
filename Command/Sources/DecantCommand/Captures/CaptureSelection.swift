import ArgumentParser
import Decant
import DecantCaptures
import DecantReport
import HTTPTypes

/// The conditions of `--select`, such as `host=*.example.com,status=200`.
struct CaptureSelection: ExpressibleByArgument, Sendable {
    private var host: CapturePattern?
    private var statuses: StatusCodes?
    private var mediaType: MediaTypePattern?
    private var code: String?

    /// Parses conditions separated by commas; returns nil if one is unknown or malformed.
    init?(argument: String) {
        for condition in argument.split(separator: ",") {
            let parts = condition.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, take(parts[0], parts[1]) else { return nil }
        }
    }

    private mutating func take(_ name: String, _ value: String) -> Bool {
        switch name {
        case "host": host = value.contains("/") ? nil : CapturePattern(value)
        case "status": statuses = StatusCodes(value)
        case "type": mediaType = MediaTypePattern(parsing: value)
        case "code":
            code = value
            return true
        default: return false
        }
        return name == "host" ? host != nil : name == "status" ? statuses != nil : mediaType != nil
    }

    /// Returns whether an outcome meets all conditions.
    func includes(_ outcome: Outcome) -> Bool {
        let context = outcome.response?.context
        if let host, !host.matches(context?.url ?? "") { return false }
        if let statuses, !statuses.contains(context?.status?.code ?? 0) { return false }
        if let mediaType, context?.mediaType.map(mediaType.matches) != true { return false }
        if let code, outcome.errorCode != code { return false }
        return true
    }
}

extension Outcome {
    /// The code of the error; nil without an error.
    var errorCode: String? {
        switch verdict {
        case .value, .empty: nil
        case .failure(let error): error.code.rawValue
        case .unreadable: "unreadableInput"
        }
    }

    /// The verdict as in a report.
    var verdictName: String {
        switch verdict {
        case .value: "value"
        case .empty: "empty"
        case .failure, .unreadable: "failure"
        }
    }
}
