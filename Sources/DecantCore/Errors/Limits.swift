/// The limits on the size of a response and its parts, beyond which it is rejected.
///
/// Every limit counts what was received or produced, never what a head claims, and the error that rejects a response names
/// the limit and its value. The defaults are on in every serializer; ``unlimited`` has to be asked for by name. A negative limit
/// counts as 0, whether it is set or restored.
///
/// The module that enforces a limit declares it: a ``Name`` with the default, and a property. A custom serializer declares its own
/// limits the same way, and has the same errors, hints, and storage:
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
/// A copy costs no more than a reference. Reading a limit searches those that were changed, so read it once for each body.
public struct Limits: Sendable {
    /// A limit that differs from its default.
    private struct Change: Sendable, Hashable {
        let name: String
        let value: Int
    }

    private final class Changes: Sendable {
        /// Whether a limit that is not in the list is off.
        let isUnlimited: Bool

        /// The limits that were changed, in the order of their names.
        let list: [Change]

        init(_ list: [Change], isUnlimited: Bool) {
            (self.list, self.isUnlimited) = (list, isUnlimited)
        }
    }

    /// The difference from the defaults; nil if there is none.
    private var changes: Changes?

    /// Creates the default limits.
    public init() {}

    private init(_ changes: Changes) { self.changes = changes }

    /// No limit on anything; only for bodies whose origin is trusted.
    public static let unlimited = Limits(Changes([], isUnlimited: true))

    private var isUnlimited: Bool { changes?.isUnlimited == true }

    /// The value of the limit with a name.
    ///
    /// - Parameter name: The name of the limit.
    public subscript(name: Name) -> Int {
        get {
            guard let changes else { return name.defaultValue }
            for change in changes.list where change.name == name.rawValue { return change.value }
            return changes.isUnlimited ? .max : name.defaultValue
        }
        set { change(name.rawValue, to: newValue, base: isUnlimited ? .max : name.defaultValue) }
    }

    /// Sets a limit; one that equals the base is not stored.
    private mutating func change(_ name: String, to value: Int, base: Int?) {
        let value = max(0, value)
        var list = changes?.list ?? []
        list.removeAll { $0.name == name }
        if value != base {
            list.insert(Change(name: name, value: value), at: list.firstIndex { $0.name > name } ?? list.endIndex)
        }
        changes = list.isEmpty && !isUnlimited ? nil : Changes(list, isUnlimited: isUnlimited)
    }
}

extension Limits: Hashable {
    /// Returns whether two limits have the same values, whatever modules declare them.
    ///
    /// A restored limit counts as changed even if it is the default, which is known only where the limit is declared.
    public static func == (left: Limits, right: Limits) -> Bool {
        left.changes === right.changes
            || (left.isUnlimited == right.isUnlimited && left.changes?.list ?? [] == right.changes?.list ?? [])
    }

    /// Feeds the limits to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isUnlimited)
        hasher.combine(changes?.list ?? [])
    }
}

extension Limits: Codable {
    /// Decodes limits; a missing one has its default, and a negative one counts as 0.
    ///
    /// Limits that no linked module declares are kept, and encoded again.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a limit is not an integer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self = try container.decodeIfPresent(Bool.self, forKey: .unlimited) == true ? .unlimited : Limits()
        for key in container.allKeys where key != .unlimited {
            change(key.stringValue, to: try container.decode(Int.self, forKey: key), base: isUnlimited ? .max : nil)
        }
    }

    /// Encodes the limits that differ from their defaults by their names, and `unlimited` if the others are off.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if isUnlimited { try container.encode(true, forKey: .unlimited) }
        for change in changes?.list ?? [] { try container.encode(change.value, forKey: Key(change.name)) }
    }

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
    /// The name of a limit, with its default.
    ///
    /// Declare a limit as a static member and a property of ``Limits``, both with the name that the text has. Names are compared by
    /// their text only, so begin with the name of the format.
    public struct Name: Sendable, Hashable, CustomStringConvertible {
        /// The name, as errors report it and stored limits have it.
        public let rawValue: String

        /// The value of the limit unless it is changed.
        public let defaultValue: Int

        /// Declares a limit.
        ///
        /// - Parameters:
        ///   - rawValue: The name, which is also that of the property.
        ///   - defaultValue: The value of the limit unless it is changed; not negative.
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

        /// Feeds the text to a hasher.
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }

    /// The hint for an error: how a limit is raised.
    ///
    /// The command has a hint of its own.
    static func remedy(for name: Name) -> String {
        "raise the limit with .limits { $0.\(name.rawValue) = … }"
    }
}

/// The limits of every response.
extension Limits {
    /// Bytes of a body, counted after its content codings are decoded: 64 MiB.
    ///
    /// A decoded value can take ten times as much memory as its text.
    public var bodyBytes: Int {
        get { self[.bodyBytes] }
        set { self[.bodyBytes] = newValue }
    }

    /// Bytes of a body that is still in its content codings, and of the output between two of them: 64 MiB.
    ///
    /// ``bodyBytes`` counts what comes out of the last. A whole body has no limit on the ratio: valid ones exceed 25.
    public var codedBytes: Int {
        get { self[.codedBytes] }
        set { self[.codedBytes] = newValue }
    }

    /// Content codings of one body: 5, as in curl.
    public var codingLayers: Int {
        get { self[.codingLayers] }
        set { self[.codingLayers] = newValue }
    }

    /// Bytes of the window of zstd data: 8 MiB, as in browsers (RFC 9659).
    ///
    /// brotli's windows are at most 16 MiB; larger ones, which its standard does not have, exceed this limit.
    public var codingWindow: Int {
        get { self[.codingWindow] }
        set { self[.codingWindow] = newValue }
    }

    /// Bytes of the body that an error keeps: 64 KiB.
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

    /// The limits that apply to every response, whatever its serializer is.
    package static let ofEveryResponse = [bodyBytes, codedBytes, codingLayers, codingWindow, errorBodyBytes]
}
