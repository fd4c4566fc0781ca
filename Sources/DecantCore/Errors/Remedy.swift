internal import HTTPTypes

/// A change that would make a response acceptable, as data.
///
/// An error has its remedies in ``ResponseError/remedies``. Switch on ``kind``, and use ``name`` and ``value``:
///
/// ```swift
/// func settings(for error: ResponseError) -> [String] {
///     error.remedies.map { remedy in
///         switch remedy.kind {
///         case .limit: "\(remedy.name): \(remedy.value ?? 0)"
///         case .quirk, .option: "\(remedy.name): on"
///         default: remedy.text
///         }
///     }
/// }
/// ```
///
/// No function applies a remedy: a program that repeats a decoding with whatever the response asks for would let an
/// attacker raise its limits.
public struct Remedy: Sendable, Hashable {
    /// The kind of a remedy, to switch on; releases may add kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The stable identifier of the kind, as it appears in reports.
        public let rawValue: String

        /// Creates a kind from its identifier; custom serializers may define their own kinds.
        ///
        /// - Parameter rawValue: The identifier as it appears in reports.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of change.
    public let kind: Kind

    /// The name of what to change, which depends on the kind: a limit, a quirk, an option, a media type, a status, a path,
    /// a format, a module, or a trait.
    public let name: String

    /// The value that a limit needs, or nil for other kinds.
    public let value: Int?

    /// The change in the terms of Swift, in a few words, such as `the quirk “comments” accepts it`.
    public let text: String

    /// Creates a remedy.
    ///
    /// - Parameters:
    ///   - kind: The kind of change.
    ///   - name: The name of what to change.
    ///   - value: The value that a limit needs.
    ///   - text: The change in the terms of Swift, in a few words.
    public init(_ kind: Kind, _ name: String, value: Int? = nil, text: String) {
        self.kind = kind
        self.name = name
        self.value = value
        self.text = text
    }
}

extension Remedy.Kind {
    /// Raise the limit with this name to the value.
    public static let limit = Self(rawValue: "limit")

    /// Turn on the quirk with this name.
    public static let quirk = Self(rawValue: "quirk")

    /// Set the option with this name.
    public static let option = Self(rawValue: "option")

    /// Accept this media type.
    public static let mediaType = Self(rawValue: "mediaType")

    /// Accept the status with this code.
    public static let status = Self(rawValue: "status")

    /// Decode the part of the body at this path: a JSON pointer (RFC 6901), or the names of elements with slashes.
    public static let path = Self(rawValue: "path")

    /// Read the text in the charset with this name (WHATWG Encoding).
    public static let charset = Self(rawValue: "charset")

    /// Decode the body in the format with this name, the static member of its serializer.
    public static let format = Self(rawValue: "format")

    /// Import the module with this name.
    public static let module = Self(rawValue: "module")

    /// Enable the trait with this name of the package Decant.
    public static let trait = Self(rawValue: "trait")
}

extension Remedy: Encodable {
    private enum CodingKeys: CodingKey {
        case kind, name, value
    }

    /// Encodes the kind, the name, and the value.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(value, forKey: .value)
    }
}

extension Remedy {
    /// Turns on a quirk.
    package static func quirk(_ name: String) -> Remedy {
        Remedy(.quirk, name, text: "the quirk “\(name)” accepts it")
    }

    /// Decodes the body in another format.
    package static func format(_ name: String) -> Remedy { Remedy(.format, name, text: "use .\(name)") }

    /// Enables a trait of the package.
    package static func trait(_ name: String) -> Remedy {
        Remedy(.trait, name, text: "enable the trait \(name) of the package Decant")
    }

    /// Imports the conformances of Foundation's types.
    package static var foundation: Remedy { Remedy(.module, "DecantFoundation", text: "import DecantFoundation") }

    /// Raises a limit to a value that suffices, or nil if the value is more than 16 times the default.
    ///
    /// - Parameters:
    ///   - current: The current value.
    ///   - needed: The value that suffices, if it is known; otherwise, twice the current value is worth a try.
    package static func limit(_ name: Limits.Name, current: Int, needed: Int?) -> Remedy? {
        let (maxValue, exceeds) = name.defaultValue.multipliedReportingOverflow(by: 16)
        let (twice, overflows) = current.multipliedReportingOverflow(by: 2)
        let value = needed ?? (overflows ? .max : max(1, twice))
        guard exceeds || value <= maxValue else { return nil }
        return Remedy(
            .limit,
            name.rawValue,
            value: value,
            text: "raise the limit with .limits { $0.\(name.rawValue) = \(value) }"
        )
    }
}

/// What an error says besides its message: an explanation, and a remedy.
package struct Hint: Sendable, ExpressibleByStringInterpolation {
    /// The likely cause, in one sentence.
    package var explanation: String?

    /// The change that would most likely help.
    package var remedy: Remedy?

    /// A change that would help, too.
    package var alternative: Remedy?

    /// Creates a hint.
    package init(_ explanation: String? = nil, _ remedy: Remedy? = nil) {
        self.explanation = explanation
        self.remedy = remedy
    }

    /// Whether nothing is known.
    package var isEmpty: Bool { explanation == nil && remedy == nil }

    /// Creates a hint without a remedy.
    package init(stringLiteral explanation: String) { self.explanation = explanation }

    /// The explanation, followed by the remedy in the terms of Swift.
    package var text: String? {
        let parts = [explanation, remedy?.text].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

extension ResponseError {
    /// The changes that would make the response acceptable, the most likely first; empty if none is known.
    ///
    /// They are computed on each call.
    public var remedies: [Remedy] {
        var remedies = [details.hint.remedy, details.hint.alternative, limitRemedy].compactMap(\.self)
        if code == .unacceptableStatus, let status, context?.forbidsBody == false {
            let code = "\(status.code)"
            remedies.append(Remedy(.status, code, text: "`.statuses([\(code)])` accepts the status"))
        }
        for remedy in attempts.flatMap(\.remedies) where !remedies.contains(remedy) { remedies.append(remedy) }
        return remedies
    }

    /// Returns the error of a limit with the value of the limit, for errors of bodies that no serializer has seen.
    func exceeding(_ value: Int) -> ResponseError {
        var error = self
        error.details.limitValue = value
        return error
    }

    /// Returns the error of a limit for which a sufficient value is known.
    package func needing(_ value: Int?) -> ResponseError {
        var error = self
        error.details.neededLimit = value
        return error
    }

    /// A likely cause and the first remedy, in the terms of Swift.
    public var hint: String? {
        Hint(details.hint.explanation, details.hint.remedy ?? limitRemedy).text
    }

    /// A remedy for the limit that was exceeded, or nil if an explanation says that there is none.
    private var limitRemedy: Remedy? {
        guard let limit, details.hint.explanation == nil || details.hint.remedy != nil else { return nil }
        return .limit(limit, current: details.limitValue ?? limit.defaultValue, needed: details.neededLimit)
    }
}
