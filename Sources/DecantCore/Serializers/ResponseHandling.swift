/// The built-in options that every serializer has: a value that can be stored, compared and restored.
public struct ResponseConfiguration: Sendable, Hashable, Codable {
    /// The acceptable statuses and media types.
    public var validation: ResponseValidation

    /// The bodies that count as empty.
    public var emptyBody: EmptyBodyRule

    /// The built-in steps taken before decoding, in order.
    public var preparation: [BodyPreparation]

    /// The policy for decoding the body of a response with a bad status.
    public var errorBodies: ErrorBodyPolicy

    /// The limits on the response and its parts.
    public var limits: Limits

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - validation: The acceptable statuses and media types.
    ///   - emptyBody: The bodies that count as empty.
    ///   - preparation: The built-in steps taken before decoding, in order.
    ///   - errorBodies: The policy for decoding the body of a response with a bad status.
    ///   - limits: The limits on the response and its parts.
    public init(
        validation: ResponseValidation = ResponseValidation(),
        emptyBody: EmptyBodyRule = .noBytes,
        preparation: [BodyPreparation] = [],
        errorBodies: ErrorBodyPolicy = .ifAcceptable,
        limits: Limits = Limits()
    ) {
        self.validation = validation
        self.emptyBody = emptyBody
        self.preparation = preparation
        self.errorBodies = errorBodies
        self.limits = limits
    }
}

/// The checks of a response, and the steps around decoding.
///
/// Its ``configuration`` can be stored and compared. Functions of the caller's accompany it.
public struct ResponseHandling: Sendable {
    /// The part that can be stored, compared and restored.
    public var configuration: ResponseConfiguration

    /// A check of the caller's own: looks at the head and the bytes as received, and returns findings; any
    /// ``Finding/Severity/failure`` refuses the response.
    public typealias Validator = @Sendable (ResponseContext, ResponseBody) -> [Finding]

    /// A step of the caller's own that is taken before decoding (decryption, unwrapping, repair): takes the bytes and what is
    /// known about the response, and returns the bytes to go on with.
    public typealias Preparation = @Sendable (ResponseBody, inout DecodingContext) throws -> ResponseBody

    /// The caller's own checks; all are run, after the built-in ones.
    public var validators: [Validator] = []

    /// The caller's own preparation steps; they run in order, after the built-in ones.
    public var preparations: [Preparation] = []

    /// The decoding of the body of a response with a bad status, if the caller named a type for it.
    package var failure: FailureDecoding?

    /// The observer of the outcomes, if not ``ResponseObserver/current``.
    public var observer: ResponseObserver?

    /// Whether anything observes the outcomes.
    var isObserved: Bool { observer != nil || ResponseObserver.current != nil }

    /// Creates a handling around a configuration.
    ///
    /// - Parameter configuration: The part that can be stored.
    public init(_ configuration: ResponseConfiguration = ResponseConfiguration()) {
        self.configuration = configuration
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
        configuration = ResponseConfiguration(
            validation: ResponseValidation(mediaTypes: mediaTypes),
            emptyBody: emptyBody,
            preparation: preparation
        )
    }
}
