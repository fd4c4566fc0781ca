/// Limits on the size of a response and its parts; a response that exceeds one is rejected.
///
/// Limits apply to the bytes received or produced, never to sizes that a head claims. The error that rejects a response
/// names the limit and its value. The defaults apply to every serializer; ``unlimited`` must be chosen explicitly. A
/// negative limit counts as 0, whether it is set or decoded.
///
/// A limit is declared by the module that enforces it, as a ``Name`` with a default and a property. A custom serializer
/// declares its limits the same way, and they get the same errors, hints, and storage:
///
/// ```swift
/// extension Limits {
///     /// Rows of one table: 100,000.
///     var tableRows: Int {
///         get { self[.tableRows] }
///         set { self[.tableRows] = newValue }
///     }
/// }
///
/// extension Limits.Name {
///     /// Names the limit of rows.
///     static let tableRows = Limits.Name("tableRows", default: 100_000)
/// }
/// ```
/// ```swift
/// func check(_ rows: Int, in context: DecodingContext) throws(ResponseError) {
///     let limit = context.limits.tableRows
///     guard rows <= limit else {
///         throw ResponseError(.limitExceeded, "the table has more than \(limit) rows", limit: .tableRows)
///     }
/// }
/// ```
///
/// Copying limits costs no more than copying a reference. Reading a limit searches the changed limits, so read each
/// limit once per body.
public struct Limits: Sendable {
    /// A limit that differs from its default.
    private struct Change: Sendable, Hashable {
        let name: String
        let value: Int
    }

    private final class Changes: Sendable {
        /// Whether limits that are not in the list are off.
        let isUnlimited: Bool

        /// The changed limits, sorted by name.
        let list: [Change]

        init(_ list: [Change], isUnlimited: Bool) {
            self.list = list
            self.isUnlimited = isUnlimited
        }
    }

    /// The changes to the defaults, or nil for the default limits.
    private var changes: Changes?

    /// Creates the default limits.
    public init() {}

    private init(_ list: [Change], isUnlimited: Bool) {
        changes = list.isEmpty && !isUnlimited ? nil : Changes(list, isUnlimited: isUnlimited)
    }

    /// No limits; use only for bodies from trusted sources.
    public static let unlimited = Limits([], isUnlimited: true)

    private var isUnlimited: Bool { changes?.isUnlimited == true }

    /// Accesses the value of a limit.
    ///
    /// - Parameter name: The name of the limit.
    public subscript(name: Name) -> Int {
        get {
            guard let changes else { return name.defaultValue }
            for change in changes.list where change.name == name.rawValue { return change.value }
            return changes.isUnlimited ? .max : name.defaultValue
        }
        set {
            let value = max(0, newValue)
            var list = changes?.list ?? []
            list.removeAll { $0.name == name.rawValue }
            // A limit that equals its base is not stored.
            if value != (isUnlimited ? .max : name.defaultValue) {
                let index = list.firstIndex { $0.name > name.rawValue } ?? list.endIndex
                list.insert(Change(name: name.rawValue, value: value), at: index)
            }
            self = Limits(list, isUnlimited: isUnlimited)
        }
    }
}

extension Limits: Hashable {
    /// Returns whether all limits have the same values.
    ///
    /// A decoded limit counts as changed even if it equals its default, because only the declaration knows the default.
    public static func == (left: Limits, right: Limits) -> Bool {
        left.changes === right.changes
            || (left.isUnlimited == right.isUnlimited && left.changes?.list ?? [] == right.changes?.list ?? [])
    }

    /// Hashes the limits.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isUnlimited)
        hasher.combine(changes?.list ?? [])
    }
}

extension Limits: Codable {
    /// Decodes limits; missing ones have their defaults, and negative ones count as 0.
    ///
    /// Limits that no linked module declares are kept and encoded again.
    ///
    /// - Throws: `DecodingError` if a limit is not an integer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let isUnlimited = try container.decodeIfPresent(Bool.self, forKey: .unlimited) == true
        var values: [String: Int] = [:]
        for key in container.allKeys where key != .unlimited {
            values[key.stringValue] = max(0, try container.decode(Int.self, forKey: key))
        }
        if let nodes = values.removeValue(forKey: Self.formerNodes) {
            for name in ["jsonNodes", "xmlNodes", "propertyListNodes"] { values[name] = values[name] ?? nodes }
        }
        let list = values.map { Change(name: $0.key, value: $0.value) }.filter { !isUnlimited || $0.value != .max }
        self.init(list.sorted { $0.name < $1.name }, isUnlimited: isUnlimited)
    }

    /// Encodes the limits that differ from their defaults, by name, and `unlimited` if the others are off.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if isUnlimited { try container.encode(true, forKey: .unlimited) }
        for change in changes?.list ?? [] { try container.encode(change.value, forKey: Key(change.name)) }
    }

    /// The limit that version 0.1.0 stored for the nodes of all formats.
    static let formerNodes = "nodes"

    private struct Key: CodingKey, Hashable {
        static let unlimited = Key("unlimited")

        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

extension Limits {
    /// The name and the default of a limit.
    ///
    /// Declare a limit as a static member of `Name` and a property of ``Limits``, both named like the text. Names are
    /// compared by their text only, so use the name of the format as a prefix.
    public struct Name: Sendable, Hashable, CustomStringConvertible {
        /// The name in errors and in encoded limits.
        public let rawValue: String

        /// The default value of the limit.
        public let defaultValue: Int

        /// Declares a limit.
        ///
        /// - Parameters:
        ///   - rawValue: The name, equal to the name of the property.
        ///   - defaultValue: The default value of the limit; not negative.
        public init(_ rawValue: String, default defaultValue: Int) {
            assert(
                defaultValue >= 0 && !rawValue.isEmpty && rawValue != "unlimited",
                "a limit needs a name and a value"
            )
            self.rawValue = rawValue
            self.defaultValue = defaultValue
        }

        /// The name.
        public var description: String { rawValue }

        /// Returns whether two names have the same text.
        public static func == (left: Name, right: Name) -> Bool { left.rawValue == right.rawValue }

        /// Hashes the text.
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }
}

/// The limits of every response.
extension Limits {
    /// The maximum number of bytes of a body after content decoding: 64 MiB.
    ///
    /// A decoded value can take ten times as much memory as its text.
    public var bodyBytes: Int {
        get { self[.bodyBytes] }
        set { self[.bodyBytes] = newValue }
    }

    /// The maximum number of bytes of a body before content decoding, and between two content codings: 64 MiB.
    ///
    /// ``bodyBytes`` limits the decoded output. The compression ratio of a whole body is not limited: valid bodies
    /// exceed 25.
    public var codedBytes: Int {
        get { self[.codedBytes] }
        set { self[.codedBytes] = newValue }
    }

    /// The maximum number of content codings of one body: 5, as in curl.
    public var codingLayers: Int {
        get { self[.codingLayers] }
        set { self[.codingLayers] = newValue }
    }

    /// The maximum window size of zstd data in bytes: 8 MiB, as in browsers (RFC 9659).
    ///
    /// Windows of brotli data have at most 16 MiB; larger ones, which its standard does not allow, also exceed this
    /// limit.
    public var codingWindow: Int {
        get { self[.codingWindow] }
        set { self[.codingWindow] = newValue }
    }

    /// The maximum number of bytes of the body in an error: 64 KiB.
    public var errorBodyBytes: Int {
        get { self[.errorBodyBytes] }
        set { self[.errorBodyBytes] = newValue }
    }
}

extension Limits.Name {
    /// Names ``Limits/bodyBytes``.
    public static let bodyBytes = Limits.Name("bodyBytes", default: 64 << 20)

    /// Names ``Limits/codedBytes``.
    public static let codedBytes = Limits.Name("codedBytes", default: 64 << 20)

    /// Names ``Limits/codingLayers``.
    public static let codingLayers = Limits.Name("codingLayers", default: 5)

    /// Names ``Limits/codingWindow``.
    public static let codingWindow = Limits.Name("codingWindow", default: 8 << 20)

    /// Names ``Limits/errorBodyBytes``.
    public static let errorBodyBytes = Limits.Name("errorBodyBytes", default: 64 << 10)

    /// The limits that apply to every response, independent of the serializer.
    package static let ofEveryResponse = [bodyBytes, codedBytes, codingLayers, codingWindow, errorBodyBytes]
}
