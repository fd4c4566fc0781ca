/// The built-in options that every serializer has: a value that can be stored, compared and restored.
public struct ResponseConfiguration: Sendable, Hashable, Codable {
    /// The acceptable statuses and media types.
    package var validation: ResponseValidation

    /// The bodies that count as empty.
    public var emptyBody: EmptyBodyRule

    /// The built-in steps taken before decoding, in order.
    public var preparation: [BodyPreparation]

    /// The policy for decoding the body of a response with a bad status.
    public var errorBodies: ErrorBodyPolicy

    /// The limits on the response and its parts.
    public var limits: Limits

    /// The values that this release does not know.
    private var unknown = UnknownValues()

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - statuses: The acceptable statuses; nil accepts any.
    ///   - mediaTypes: The acceptable media types, which are those the format is labelled with; nil accepts any.
    ///   - emptyBody: The bodies that count as empty.
    ///   - preparation: The built-in steps taken before decoding, in order.
    ///   - errorBodies: The policy for decoding the body of a response with a bad status.
    ///   - limits: The limits on the response and its parts.
    public init(
        statuses: StatusCodes? = .successful,
        mediaTypes: [MediaTypePattern]? = nil,
        emptyBody: EmptyBodyRule = .noBytes,
        preparation: [BodyPreparation] = [],
        errorBodies: ErrorBodyPolicy = .ifAcceptable,
        limits: Limits = Limits()
    ) {
        validation = ResponseValidation(statuses: statuses, mediaTypes: mediaTypes)
        self.emptyBody = emptyBody
        self.preparation = preparation
        self.errorBodies = errorBodies
        self.limits = limits
    }
}

extension ResponseConfiguration {
    /// The acceptable statuses; nil accepts any.
    public var statuses: StatusCodes? {
        get { validation.statuses }
        set { validation.statuses = newValue }
    }

    /// The acceptable media types; nil accepts any, and responses without one.
    public var mediaTypes: [MediaTypePattern]? {
        get { validation.mediaTypes }
        set { validation.mediaTypes = newValue }
    }

    /// The media types that the format is labelled with.
    ///
    /// One accepted beyond them is a finding.
    public var formatMediaTypes: [MediaTypePattern] {
        get { validation.formatMediaTypes }
        set { validation.formatMediaTypes = newValue }
    }

    /// Returns whether a body with a media type is acceptable.
    ///
    /// - Parameter mediaType: The media type of the body; nil if none is declared.
    /// - Returns: Whether it is.
    public func accepts(_ mediaType: ResponseMediaType?) -> Bool {
        validation.accepts(mediaType.map { .declared($0, findings: []) } ?? .missing)
    }
}

extension ResponseConfiguration: StoredPart {
    /// Decodes a configuration; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: ResponseConfiguration())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: ResponseConfiguration())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.part(&validation, "validation", default: standard.validation)
        try members.choice(&emptyBody, "emptyBody", default: standard.emptyBody, unknown: &unknown)
        try members.choices(&preparation, "preparation", default: standard.preparation, unknown: &unknown)
        try members.choice(&errorBodies, "errorBodies", default: standard.errorBodies, unknown: &unknown)
        try members.member(&limits, "limits", default: standard.limits)
    }
}

extension ResponseConfiguration {
    /// The values that this release does not know, each with its member.
    fileprivate var unknownValues: [String] { unknown.isEmpty ? [] : (try? unknownValues(at: "")) ?? [] }
}

/// A rule for the bodies that count as empty, besides those of responses that cannot have one.
public enum EmptyBodyRule: String, Sendable, Hashable, Codable {
    /// A body of no bytes.
    case noBytes

    /// A body of no bytes, or of nothing but white space, with or without a byte-order mark: the rule of text formats.
    case whiteSpace
}

/// The policy for decoding the body of a response with a bad status.
public enum ErrorBodyPolicy: String, Sendable, Hashable, Codable {
    /// Never: only its bytes are kept.
    case never

    /// If its media type is one that the decoder of error bodies accepts.
    case ifAcceptable

    /// Whatever its media type is.
    case always
}

/// The checks of a response, and the steps around decoding.
///
/// Its ``configuration`` can be stored and compared. Functions of the caller's accompany it. A copy costs no more than a reference.
public struct ResponseHandling: Sendable {
    /// A check of the caller's own: looks at the head and the bytes as received, and returns findings; any
    /// ``Finding/Severity/failure`` refuses the response.
    public typealias Validator = @Sendable (ResponseContext, ResponseBytes) -> [Finding]

    /// A step of the caller's own that is taken before decoding (decryption, unwrapping, repair): takes the bytes and what is
    /// known about the response, and returns the bytes to go on with.
    public typealias Preparation = @Sendable (ResponseBytes, inout DecodingContext) throws -> ResponseBytes

    private struct Parts {
        var configuration: ResponseConfiguration
        var validators: [Validator] = []
        var preparations: [Preparation] = []
        var failure: FailureDecoding?
        var observer: ResponseObserver?
        var unknownOptions: [String] = []
    }

    /// Parts that never change: every request copies its serializer several times.
    private final class Box: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private var box: Box

    private var parts: Parts {
        _read { yield box.parts }
        _modify {
            var parts = box.parts
            defer { box = Box(parts) }
            yield &parts
        }
    }

    /// Creates a handling around a configuration.
    ///
    /// - Parameter configuration: The part that can be stored.
    public init(_ configuration: ResponseConfiguration = ResponseConfiguration()) {
        box = Box(Parts(configuration: configuration))
    }

    /// Creates the default handling for a format.
    ///
    /// - Parameters:
    ///   - mediaTypes: The media types that the format is labelled with; nil accepts any.
    ///   - emptyBody: The bodies that count as empty.
    ///   - preparation: The built-in steps to take before decoding.
    public init(
        accepting mediaTypes: [MediaTypePattern]?,
        emptyBody: EmptyBodyRule = .noBytes,
        preparation: [BodyPreparation] = []
    ) {
        self.init(
            ResponseConfiguration(
                mediaTypes: mediaTypes,
                emptyBody: emptyBody,
                preparation: preparation
            )
        )
    }
}

extension ResponseHandling {
    /// The part that can be stored, compared and restored.
    public var configuration: ResponseConfiguration {
        _read { yield parts.configuration }
        _modify { yield &parts.configuration }
    }

    /// The limits of the configuration, without a copy of all of it.
    package var limits: Limits { box.parts.configuration.limits }

    /// The caller's own checks; all are run, after the built-in ones.
    public var validators: [Validator] {
        _read { yield parts.validators }
        _modify { yield &parts.validators }
    }

    /// The caller's own preparation steps; they run in order, after the built-in ones.
    public var preparations: [Preparation] {
        _read { yield parts.preparations }
        _modify { yield &parts.preparations }
    }

    /// The decoding of the body of a response with a bad status, if the caller named a type for it.
    package var failure: FailureDecoding? {
        _read { yield parts.failure }
        _modify { yield &parts.failure }
    }

    /// The values of the restored options of the format that this release does not know, each with its member.
    package var unknownOptions: [String] {
        get { box.parts.unknownOptions }
        set { if newValue != box.parts.unknownOptions { parts.unknownOptions = newValue } }
    }

    /// The observer of the outcomes, if not ``ResponseObserver/current``.
    public var observer: ResponseObserver? {
        _read { yield parts.observer }
        _modify { yield &parts.observer }
    }

    /// The observer of the outcomes, if there is one.
    package var currentObserver: ResponseObserver? { box.parts.observer ?? ResponseObserver.current }
}

/// The steps around decoding.
extension ResponseHandling {
    /// Rejects a body that is larger than the limit.
    func checkSize(of body: ResponseBytes) throws(ResponseError) { try limits.checkSize(of: body) }

    /// The findings of all checks, the caller's too, and those about the head.
    func findings(about body: ResponseBytes, in context: DecodingContext) -> [Finding] {
        var findings: [Finding]
        if context.isOfFailure {
            // In the body of a failure the status does not matter.
            var validation = box.parts.configuration.validation
            validation.statuses = nil
            findings = validation.findings(for: context.response, body)
        } else {
            findings = box.parts.configuration.validation.findings(for: context.response, body)
        }
        for validator in box.parts.validators { findings.add(validator(context.response, body)) }
        findings.add(context.headFindings)
        findings.add((box.parts.configuration.unknownValues + box.parts.unknownOptions).map(Self.finding))
        return findings
    }

    private static func finding(aboutUnknown value: String) -> Finding {
        let message = "the configuration has the unknown value \(value); the default applies"
        return Finding(.unknownOption, .warning, message)
    }

    /// Returns whether a body counts as empty.
    func isEmpty(_ body: ResponseBytes) -> Bool {
        switch box.parts.configuration.emptyBody {
        case .noBytes: body.isEmpty
        case .whiteSpace: body.isEmpty || body.isWhiteSpace
        }
    }

    /// Takes the steps before decoding, the built-in ones first.
    package func prepared(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> ResponseBytes
    {
        guard !configuration.preparation.isEmpty || !preparations.isEmpty else { return body }
        var body = body
        for step in configuration.preparation { body = step.apply(to: body, in: &context) }
        do {
            for step in preparations { body = try step(body, &context) }
        } catch {
            throw ResponseError(caused: "the body could not be prepared", by: error)
        }
        return body
    }
}

extension Limits {
    /// Rejects a body that is larger than the limit.
    func checkSize(of body: ResponseBytes) throws(ResponseError) {
        let limit = bodyBytes
        guard body.count <= limit else {
            let message = "the body has \(body.count.counted("byte")), more than the limit of \(limit)"
            throw ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes)
        }
    }
}

/// The decoding of a body of a response with a bad status.
package struct FailureDecoding: Sendable {
    /// The media types of bodies that are decoded under ``ErrorBodyPolicy/ifAcceptable``.
    package let validation: ResponseValidation

    /// Decodes an error body; nil if the serializer takes it for empty.
    let body: @Sendable (ResponseBytes, inout DecodingContext) throws(ResponseError) -> (any Sendable)?

    /// The value of an error body, or nil if the serializer takes it for empty.
    package func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try self.body(body, &context)
    }
}
