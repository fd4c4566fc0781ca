import ArgumentParser
import Decant
import DecantCaptures
import DecantReport
import HTTPTypes

/// The conditions of `--select`, such as `host=*.example.com,status=200`.
struct CaptureSelection: ExpressibleByArgument, Sendable {
    private var hosts: [String] = []
    private var statuses: [StatusCodes] = []
    private var mediaTypes: [MediaTypePattern] = []
    private var codes: [String] = []

    /// Parses conditions separated by commas; returns nil if one is unknown or malformed.
    init?(argument: String) {
        for condition in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = condition.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, add(parts[0], parts[1]) else { return nil }
        }
    }

    private mutating func add(_ name: String, _ value: String) -> Bool {
        let count = hosts.count + statuses.count + mediaTypes.count + codes.count
        switch name {
        case "host": hosts += value.contains("/") ? [] : [value]
        case "status": statuses += [StatusCodes(value)].compactMap(\.self)
        case "type": mediaTypes += [MediaTypePattern(parsing: value)].compactMap(\.self)
        case "code": codes.append(value)
        default: return false
        }
        return hosts.count + statuses.count + mediaTypes.count + codes.count > count
    }

    /// Adds the conditions of another selection.
    mutating func add(_ other: CaptureSelection) {
        hosts += other.hosts
        statuses += other.statuses
        mediaTypes += other.mediaTypes
        codes += other.codes
    }

    /// Returns whether an outcome meets a condition of each kind.
    func includes(_ outcome: Outcome) -> Bool {
        let context = outcome.response?.context
        func meets<Condition>(_ conditions: [Condition], _ isMet: (Condition) -> Bool) -> Bool {
            conditions.isEmpty || conditions.contains(where: isMet)
        }
        return meets(hosts) { (context ?? ResponseContext(mediaType: nil)).hasURL(matching: $0) }
            && meets(statuses) { $0.contains(context?.status?.code ?? 0) }
            && meets(mediaTypes) { context?.mediaType.map($0.matches) == true }
            && meets(codes) { outcome.verdict.errorCode == $0 }
    }
}
