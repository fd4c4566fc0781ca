/// The built-in options that every serializer has: a value that can be stored, compared and restored.
public struct ResponseConfiguration: Sendable, Hashable, Codable {
    /// Which statuses and media types are acceptable.
    public var validation: ResponseValidation

    /// Which bodies count as empty.
    public var emptyBody: EmptyBodyRule

    /// The built-in steps taken before decoding, in order.
    public var preparation: [BodyPreparation]

    /// When the body of a response with a bad status is decoded.
    public var errorBodies: ErrorBodyPolicy

    /// How much of anything is acceptable.
    public var limits: Limits

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - validation: Which statuses and media types are acceptable.
    ///   - emptyBody: Which bodies count as empty.
    ///   - preparation: The built-in steps taken before decoding, in order.
    ///   - errorBodies: When the body of a response with a bad status is decoded.
    ///   - limits: How much of anything is acceptable.
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
