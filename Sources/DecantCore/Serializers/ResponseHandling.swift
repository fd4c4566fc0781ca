/// Which responses a serializer accepts, and what is done to them before and beside decoding.
///
/// Its ``configuration`` can be stored and compared. Functions of the caller's stand beside it.
public struct ResponseHandling: Sendable {
    /// The part that can be stored, compared and restored.
    public var configuration: ResponseConfiguration

    /// The caller's own checks; all are run, after the built-in ones.
    public var validators: [ResponseValidator] = []

    /// The caller's own preparation steps; they run in order, after the built-in ones.
    public var preparations: [CustomPreparation] = []

    /// What the body of a response with a bad status is decoded as, if the caller named a type for it.
    public var failure: FailureDecoding?

    /// The observer of the outcomes, if not ``ResponseObserver/current``.
    public var observer: ResponseObserver?

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
    ///   - emptyBody: Which bodies count as empty.
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
