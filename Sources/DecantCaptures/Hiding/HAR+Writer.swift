internal import DecantCore
internal import DecantJSON
internal import HTTPTypes

extension HAR {
    /// What a ``Writer`` hides.
    public enum Hiding: String, Sendable {
        /// All values, except those that are known to be harmless.
        case values

        /// Only what ``Credentials`` finds.
        case credentials

        /// The member of an entry that states what is hidden.
        static let member = "_hidden"
    }

    /// A writer of archives that can be shared, because values are hidden.
    ///
    /// By default, placeholders of the same class and length replace the values in URLs, header fields, and bodies, so
    /// an entry still decodes to the same types, or fails with the same error. Equal values have equal placeholders.
    /// Nobody can list all secrets in advance, so look at an archive before you share it; ``kept`` lists what is visible.
    ///
    /// ```swift
    /// var writer = HAR.Writer()
    /// var archive: [UInt8] = []
    /// for try await entry in HAR.entries(of: chunks) { archive += writer.append(entry) }
    /// archive += writer.finish()
    /// ```
    public struct Writer: Sendable {
        private let hiding: Hiding
        private let placeholders = Placeholders()
        private var isEmpty = true
        private var visible = VisibleParts()

        /// Creates a writer without entries.
        public init(hiding: Hiding = .values) { self.hiding = hiding }
    }
}

extension HAR.Writer {
    /// Adds an entry, and returns the next bytes of the archive.
    public mutating func append(_ entry: CaptureEntry) -> [UInt8] {
        defer { isEmpty = false }
        var hidden = HiddenEntry(entry, hiding, placeholders)
        let bytes = hidden.value.bytes()
        visible.add(hidden.visible)
        return (isEmpty ? Self.beginning : Self.separator) + bytes
    }

    /// The bytes of an archive before its entries.
    static let beginning = Array(
        #"{"log":{"version":"1.2","creator":{"name":"Decant","version":"1"},"entries":["#.utf8
    )

    static let separator = Array(",\n".utf8)

    /// Returns the last bytes of the archive.
    public mutating func finish() -> [UInt8] {
        let comment = JSON.Value.string((["kept:"] + kept).joined(separator: "\n")).bytes()
        return (isEmpty ? Self.beginning : []) + Array("],\"comment\":".utf8) + comment
            + Array("}}\n".utf8)
    }

    /// The parts of the entries that are still visible, each with the reason.
    public var kept: [String] { visible.lines(hiding) }
}

/// The parts of entries that stay visible.
struct VisibleParts: Sendable {
    /// The maximum number of names that are listed.
    private static let maxNames = 100

    /// The fields whose values stay, in lowercase.
    var fields: Set<String> = []

    /// The media types of images that were written as PNG.
    var converted: Set<String> = []

    /// The number of bodies that could not be searched for credentials.
    var unsearchedCount = 0

    mutating func add(_ other: VisibleParts) {
        if fields.count < Self.maxNames { fields.formUnion(other.fields) }
        if converted.count < Self.maxNames { converted.formUnion(other.converted) }
        unsearchedCount += other.unsearchedCount
    }

    func lines(_ hiding: HAR.Hiding) -> [String] {
        var lines = ["methods, hosts, status codes, media types, times, and sizes, which describe the transfer"]
        switch hiding {
        case .values:
            lines += [
                "common words in paths, such as “api” and “users”",
                "names of fields, cookies, items, members, and elements that consist of words, which decoding needs",
                "true, false, null, 0, 1, the length and the punctuation of each value, which decoding may need",
                "the number of lines of other text, which is filled with “x”",
            ]
            if !fields.isEmpty {
                lines.append("fields whose values are not about a person: \(fields.sorted().joined(separator: ", "))")
            }
        case .credentials:
            lines.append("all paths, fields, and bodies except credentials with a known name, because values are kept")
            if unsearchedCount > 0 {
                let bodies = unsearchedCount.counted("body", "bodies")
                lines.append("\(bodies) of images or other binary data, which cannot be searched")
            }
        }
        if !converted.isEmpty {
            lines.append("images that became PNG with their media type: \(converted.sorted().joined(separator: ", "))")
        }
        return lines
    }
}
