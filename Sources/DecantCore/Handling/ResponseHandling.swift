/// The built-in options of every serializer, which can be stored, compared, and restored.
public struct ResponseConfiguration: Sendable, Hashable, Codable {
    /// The acceptable statuses and media types.
    package var validation: ResponseValidation

    /// Whether a body counts as empty if it has only whitespace after an optional byte-order mark, as in text formats.
    ///
    /// A body without bytes is always empty, and so is that of a response that cannot have a body.
    public var treatsWhitespaceAsEmpty: Bool

    /// The built-in preparation steps, in order.
    package var preparation: [BodyPreparation] = []

    /// The policy for decoding the body of a response with a bad status.
    public var errorBodies: ErrorBodyPolicy

    /// The limits on the response and its parts.
    public var limits: Limits

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - statuses: The acceptable statuses; nil accepts any.
    ///   - mediaTypes: The media types of the format, which are the acceptable ones; nil accepts any.
    ///   - treatsWhitespaceAsEmpty: Whether a body of whitespace counts as empty.
    ///   - errorBodies: The policy for decoding the body of a response with a bad status.
    ///   - limits: The limits on the response and its parts.
    public init(
        statuses: StatusCodes? = .successful,
        mediaTypes: [MediaTypePattern]? = nil,
        treatsWhitespaceAsEmpty: Bool = false,
        errorBodies: ErrorBodyPolicy = .ifAcceptable,
        limits: Limits = Limits()
    ) {
        validation = ResponseValidation(statuses: statuses, mediaTypes: mediaTypes)
        self.treatsWhitespaceAsEmpty = treatsWhitespaceAsEmpty
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

    /// The acceptable media types; nil accepts any media type, and responses without one.
    public var mediaTypes: [MediaTypePattern]? {
        get { validation.mediaTypes }
        set { validation.mediaTypes = newValue }
    }

    /// The media types of the format.
    ///
    /// If another media type is accepted, a finding is reported.
    public var formatMediaTypes: [MediaTypePattern] {
        get { validation.formatMediaTypes }
        set { validation.formatMediaTypes = newValue }
    }

    /// Adds media types to those of the format and the acceptable ones.
    mutating func add(_ types: [MediaTypePattern]) {
        mediaTypes = mediaTypes.map { accepted in accepted + types.filter { !accepted.contains($0) } }
        // Without a format, every accepted type is as good as another one.
        if !formatMediaTypes.isEmpty { formatMediaTypes += types.filter { !formatMediaTypes.contains($0) } }
    }

    /// Returns whether a body with a media type is acceptable.
    ///
    /// - Parameter mediaType: The media type of the body, or nil if none is declared.
    public func accepts(_ mediaType: ResponseMediaType?) -> Bool {
        validation.accepts(mediaType.map { .declared(InterpretedMediaType($0)) } ?? .missing)
    }
}

extension ResponseConfiguration: StoredPart {
    /// Decodes a configuration; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: Self()) }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws { try store(in: encoder, default: Self()) }

    package static var storedMembers: [StoredMember<Self>] {
        [
            .former("limits") { part, container in
                let limits = try container.nestedContainer(keyedBy: StoredName.self, forKey: "limits")
                guard limits.contains(StoredName(stringValue: Limits.formerNodes)) else { return }
                // Version 0.1.0, which always stored this limit, omitted a list that accepts everything.
                (part.statuses, part.mediaTypes) = (nil, nil)
            },
            .part("validation", \.validation),
            .flag("emptyBody", \.treatsWhitespaceAsEmpty, false: "noBytes", true: "whiteSpace"),
            .choices("preparation", \.preparation),
            .choice("errorBodies", \.errorBodies),
            .value("limits", \.limits),
        ]
    }
}

/// The options of a format, which can be stored, compared, and restored.
public protocol StoredOptions: Sendable, Hashable, Codable {
    /// The media types of the format.
    static var mediaTypes: [MediaTypePattern] { get }

    /// Whether a body of whitespace counts as empty; by default, only a body without bytes does.
    static var treatsWhitespaceAsEmpty: Bool { get }

    /// Creates the default options, which follow the standard of the format exactly.
    init()
}

extension StoredOptions {
    /// False: only a body without bytes counts as empty.
    public static var treatsWhitespaceAsEmpty: Bool { false }

    /// The default configuration for responses in the format.
    package static var responseConfiguration: ResponseConfiguration {
        ResponseConfiguration(mediaTypes: mediaTypes, treatsWhitespaceAsEmpty: treatsWhitespaceAsEmpty)
    }
}

/// A policy for decoding the body of a response with a bad status.
public enum ErrorBodyPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The body is never decoded; only its bytes are kept.
    case never

    /// The body is decoded if the error decoder accepts its media type.
    case ifAcceptable

    /// The body is decoded regardless of its media type.
    case always
}

/// The checks of a response, and the steps around decoding.
///
/// The ``configuration`` can be stored and compared; custom functions accompany it. Copying costs one reference.
public struct ResponseHandling: Sendable {
    /// A custom check that inspects the head and the body before preparation, and returns findings.
    ///
    /// A finding of severity ``Finding/Severity/failure`` rejects the response.
    public typealias Validator = @Sendable (ResponseContext, ResponseBytes) -> [Finding]

    /// A custom step before decoding, such as decryption, unwrapping, or repair.
    ///
    /// It receives the body and its context, and returns the body to decode.
    public typealias Preparation = @Sendable (ResponseBytes, inout DecodingContext) throws -> ResponseBytes

    /// A function that is called once for each response, in the task that decodes it, before the value is returned or
    /// the error is thrown; for a stream, at its end.
    ///
    /// It should return quickly.
    public typealias Observer = @Sendable (ResponseOutcome) -> Void

    private struct Parts {
        var configuration: ResponseConfiguration
        var validators: [Validator] = []
        var preparations: [Preparation] = []
        var failure: FailureDecoding?
        var observer: Observer?
        var verifiesDigests = false
        var members: [ResponseHandling] = []
        /// The number of levels of `members`.
        var depth = 0
    }

    /// Immutable storage, shared because every request copies its serializer several times.
    private final class Box: Sendable {
        let parts: Parts

        /// Whether the configuration describes all checks, and no step changes a body or reports a finding.
        let isPlain: Bool

        /// The maximum number of bytes of a body, looked up once among the limits.
        let bodyLimit: Int

        init(_ parts: Parts) {
            self.parts = parts
            let configuration = parts.configuration
            let hasSteps = !configuration.preparation.isEmpty || !parts.preparations.isEmpty
            isPlain = !hasSteps && parts.validators.isEmpty && !parts.verifiesDigests
            bodyLimit = configuration.limits.bodyBytes
        }
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

    /// Creates a handling with a configuration.
    public init(_ configuration: ResponseConfiguration = ResponseConfiguration()) {
        box = Box(Parts(configuration: configuration))
    }

    /// Creates the default handling for a format.
    ///
    /// - Parameters:
    ///   - mediaTypes: The media types of the format; nil accepts any.
    ///   - treatsWhitespaceAsEmpty: Whether a body of whitespace counts as empty.
    public init(accepting mediaTypes: [MediaTypePattern]?, treatsWhitespaceAsEmpty: Bool = false) {
        self.init(ResponseConfiguration(mediaTypes: mediaTypes, treatsWhitespaceAsEmpty: treatsWhitespaceAsEmpty))
    }
}

extension ResponseHandling {
    /// The part that can be stored, compared, and restored.
    public var configuration: ResponseConfiguration {
        _read { yield parts.configuration }
        _modify { yield &parts.configuration }
    }

    /// The limits, read without copying the whole configuration.
    @usableFromInline package var limits: Limits { box.parts.configuration.limits }

    /// The custom checks; all of them run, after the built-in ones.
    public var validators: [Validator] {
        _read { yield parts.validators }
        _modify { yield &parts.validators }
    }

    /// The custom preparation steps; they run in order, after the built-in ones.
    public var preparations: [Preparation] {
        _read { yield parts.preparations }
        _modify { yield &parts.preparations }
    }

    /// The decoder of error bodies, or nil if no type was set for them.
    package var failure: FailureDecoding? {
        _read { yield parts.failure }
        _modify { yield &parts.failure }
    }

    /// Whether the digests of RFC 9530 are verified, which needs the content before content decoding.
    package var verifiesDigests: Bool {
        get { box.parts.verifiesDigests }
        set { parts.verifiesDigests = newValue }
    }

    /// The handlings of the members of a compound, which check the status; empty for other serializers.
    ///
    /// Compounds that are nested too deep to decode have none, so that releasing them does not overflow the stack.
    var members: [ResponseHandling] {
        get { box.parts.members }
        set {
            let depth = 1 + (newValue.map(\.box.parts.depth).max() ?? 0)
            let isTooDeep = depth > DecodingContext.maxNesting
            (parts.members, parts.depth) = isTooDeep ? ([], 0) : (newValue, depth)
        }
    }

    /// The observer of the outcomes; nil uses that of `ResponseOutcome.withObserver(_:operation:)`.
    public var observer: Observer? {
        // The compiler (Swift 6.3.1) crashes in a coroutine that yields an optional function.
        get { box.parts.observer }
        set { parts.observer = newValue }
    }

    /// The custom observer, or that of the task without one.
    package var currentObserver: Observer? { box.parts.observer ?? ResponseOutcome.observer }
}

/// The steps around decoding.
extension ResponseHandling {
    /// Throws if a body exceeds the size limit.
    func checkSize(of body: ResponseBytes) throws(ResponseError) { try limits.checkSize(of: body) }

    /// Returns whether no check has a finding, no step changes the body, and it is not empty.
    ///
    /// A fast path for most responses; returns false for some others that are acceptable as well.
    func acceptsPlainly(_ body: ResponseBytes, in context: DecodingContext) -> Bool {
        guard box.isPlain, context.hasOnlyHead, body.count <= box.bodyLimit, !isEmpty(body) else { return false }
        return box.parts.configuration.validation.isPlainlyAcceptable(body, context.response)
    }

    /// Returns the findings of the built-in and custom checks, and the findings about the received head.
    ///
    /// - Parameter body: The bytes as received, or nil before the body arrives. Custom checks then get an empty body.
    func findings(about body: ResponseBytes?, in context: DecodingContext) -> [Finding] {
        var findings: [Finding]
        if context.decodesErrorBody {
            // The status of an error body was already checked.
            var validation = box.parts.configuration.validation
            validation.statuses = nil
            findings = validation.findings(for: context.response, byteCount: body?.count)
        } else {
            findings = box.parts.configuration.validation.findings(for: context.response, byteCount: body?.count)
        }
        #if Digests
        if verifiesDigests { findings.add(context.digestFindings(about: body)) }
        #endif
        for validator in box.parts.validators { findings.add(validator(context.response, body ?? ResponseBytes())) }
        // Offsets in the encoded body do not apply to the decoded body.
        findings.add(context.coded == nil ? context.headFindings : context.headFindings.map(\.withoutOffset))
        return findings
    }

    /// Returns whether a body counts as empty.
    func isEmpty(_ body: ResponseBytes) -> Bool {
        body.isEmpty || box.parts.configuration.treatsWhitespaceAsEmpty && body.isWhitespace
    }

    /// Whether there are preparation steps.
    var hasSteps: Bool { !configuration.preparation.isEmpty || !preparations.isEmpty }

    /// Runs the preparation steps, the built-in ones first.
    package func prepared(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> ResponseBytes
    {
        guard hasSteps else { return body }
        var body = body
        let format = DocumentFormat(configuration.formatMediaTypes)
        for step in configuration.preparation.inOrder {
            body = try step.apply(to: body, before: format, in: &context)
        }
        do {
            for step in preparations { body = try step(body, &context) }
        } catch {
            throw ResponseError(caused: "the body could not be prepared", by: error)
        }
        return body
    }
}

extension Limits {
    /// Throws if a body exceeds the size limit.
    package func checkSize(of body: ResponseBytes) throws(ResponseError) {
        let limit = bodyBytes
        guard body.count <= limit else {
            let message = "the body has \(body.count.counted("byte")), more than the limit of \(limit)"
            throw ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes).needing(body.count)
        }
    }
}

/// A decoder for the bodies of responses with a bad status.
package struct FailureDecoding: Sendable {
    /// The validation whose media types are decoded under ``ErrorBodyPolicy/ifAcceptable``.
    package let validation: ResponseValidation

    /// Whether the caller has chosen the type, so an error body that does not match is a finding.
    let isChosen: Bool

    /// Decodes an error body; returns nil if the body counts as empty.
    let body: @Sendable (ResponseBytes, inout DecodingContext) throws(ResponseError) -> (any Sendable)?

    /// Decodes an error body; returns nil if the body counts as empty.
    package func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try self.body(body, &context)
    }
}
