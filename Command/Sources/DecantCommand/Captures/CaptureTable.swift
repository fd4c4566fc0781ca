import Decant
import DecantReport

/// The number of responses of captures by verdict, error code, media type, and host.
struct CaptureTable {
    /// The maximum number of rows that are counted by name in one part; the others are counted together.
    private static let maxNames = 1000

    /// The maximum number of rows that are shown in one part.
    private static let maxShown = 12

    private static let other = "other"

    /// A part of the table.
    struct Part {
        let title: String
        private(set) var counts: [String: (all: Int, failures: Int)] = [:]

        init(title: String) { self.title = title }

        mutating func add(_ name: String, isFailure: Bool) {
            let key = counts[name] == nil && counts.count >= CaptureTable.maxNames ? CaptureTable.other : name
            counts[key, default: (0, 0)].all += 1
            if isFailure { counts[key, default: (0, 0)].failures += 1 }
        }

        /// All rows, the most frequent first.
        var sorted: [(name: String, all: Int, failures: Int)] {
            counts.map { (name: $0.key, all: $0.value.all, failures: $0.value.failures) }
                .sorted { ($1.all, $0.name) < ($0.all, $1.name) }
        }

        /// All rows except the sum of those that are not counted by name.
        var named: [(name: String, all: Int, failures: Int)] {
            counts.count > CaptureTable.maxNames ? sorted.filter { $0.name != CaptureTable.other } : sorted
        }

        /// The most frequent rows, and the sum of the others.
        var rows: [(name: String, all: Int, failures: Int)] {
            let all = sorted
            let rest = all.dropFirst(CaptureTable.maxShown)
            guard !rest.isEmpty else { return all }
            let (others, failures) = (rest.reduce(0) { $0 + $1.all }, rest.reduce(0) { $0 + $1.failures })
            return all.prefix(CaptureTable.maxShown) + [(name: "\(rest.count) more", all: others, failures: failures)]
        }
    }

    private var verdicts = Part(title: "verdict")
    private var codes = Part(title: "error code")
    private var types = Part(title: "media type")
    private var hosts = Part(title: "host")

    /// The number of responses.
    private(set) var count = 0

    /// The number of bytes of their bodies.
    private var bytes = 0

    /// Counts a response.
    mutating func add(_ row: Row) {
        let isFailure = row.code != nil
        count += 1
        bytes += row.bytes
        verdicts.add(row.verdict, isFailure: isFailure)
        if let code = row.code { codes.add(code, isFailure: true) }
        types.add(row.mediaType, isFailure: isFailure)
        hosts.add(row.host, isFailure: isFailure)
    }

    /// The lines of the table.
    func lines(_ style: TextStyle) -> [String] {
        var lines = [style(.bold, "\(count) response\(count == 1 ? "" : "s"), \(bytes) bytes of bodies")]
        for part in [verdicts, codes, types, hosts] where !part.counts.isEmpty {
            lines.append("")
            let header = part.title.padded(to: 44) + "responses".leftPadded(to: 10, with: " ")
            lines.append(style(.bold, header + "failures".leftPadded(to: 10, with: " ")))
            for row in part.rows {
                let failures = "\(row.failures)".leftPadded(to: 10, with: " ")
                let name = row.name.visible.excerpt(to: 42).padded(to: 44)
                let text = name + "\(row.all)".leftPadded(to: 10, with: " ")
                lines.append(text + (row.failures > 0 ? style(.red, failures) : failures))
            }
        }
        return lines
    }
}

extension CaptureTable {
    /// The properties of a response that the table counts.
    struct Row: Sendable {
        let verdict: String
        let code: String?
        let mediaType: String
        let host: String
        let bytes: Int

        init(_ outcome: Outcome) {
            let context = outcome.response?.context
            (verdict, code) = (outcome.verdictName, outcome.errorCode)
            mediaType = context?.mediaType?.essence ?? "none"
            host = context?.url.map(Self.host) ?? "unknown"
            bytes = outcome.response?.body.count ?? 0
        }

        /// Returns the host of a URL in lowercase; “unknown” if it has none.
        static func host(of url: String) -> String {
            let bytes = url.utf8
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
                return "unknown"
            }
            let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
            let authority = bytes[bytes.index(colon, offsetBy: 3)...].prefix { !ends.contains($0) }
            let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
            return String(Substring(host)).lowercased()
        }
    }
}

extension String {
    /// The text, shortened to a number of Unicode scalars.
    func excerpt(to count: Int) -> String {
        utf8.count > count && unicodeScalars.count > count ? String(unicodeScalars.prefix(count - 1)) + "…" : self
    }
}
