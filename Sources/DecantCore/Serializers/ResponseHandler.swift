/// A serializer of values or of streams, configured by its handling.
public protocol ResponseHandler: Sendable {
    /// The checks of a response, and the steps around decoding.
    var handling: ResponseHandling { get set }
}

extension ResponseHandler {
    /// A serializer that accepts further media types; one of them that is not a type of the format is a finding.
    ///
    /// - Parameter mediaTypes: Patterns such as `"text/html"` or `"text/*"`.
    /// - Returns: The changed serializer.
    public func accepting(_ mediaTypes: MediaTypePattern...) -> Self {
        changed { $0.configuration.mediaTypes?.append(contentsOf: mediaTypes) }
    }

    /// A serializer that accepts any media type, and responses without one.
    public func acceptingAnyMediaType() -> Self {
        changed { $0.configuration.mediaTypes = nil }
    }

    /// A serializer that accepts these statuses and no others.
    ///
    /// - Parameter statuses: The statuses; nil accepts any.
    /// - Returns: The changed serializer.
    public func statuses(_ statuses: StatusCodes?) -> Self {
        changed { $0.configuration.statuses = statuses }
    }

    /// A serializer that decodes the body of a response with a bad status as this type.
    ///
    /// - Parameters:
    ///   - serializer: The serializer of the error type; the value is read back by ``ResponseError/errorBody(as:)``.
    ///   - policy: The cases in which such a body is decoded.
    /// - Returns: The changed serializer.
    public func failure<Failure: ResponseSerializer>(
        _ serializer: Failure,
        decoded policy: ErrorBodyPolicy = .ifAcceptable
    ) -> Self {
        changed {
            $0.failure = FailureDecoding(serializer)
            $0.configuration.errorBodies = policy
        }
    }

    /// A serializer with a further check, which sees the head and the body.
    ///
    /// - Parameter validator: Looks at a response and gives what it notices; a failure refuses the response.
    /// - Returns: The changed serializer.
    public func validating(_ validator: @escaping ResponseHandling.Validator) -> Self {
        changed { $0.validators.append(validator) }
    }

    /// A serializer with further built-in steps before decoding.
    ///
    /// - Parameter steps: The steps, which come after those there are.
    /// - Returns: The changed serializer.
    public func preparing(_ steps: BodyPreparation...) -> Self {
        changed { $0.configuration.preparation.append(contentsOf: steps) }
    }

    /// A serializer with a further step of the caller's own before decoding.
    ///
    /// - Parameter step: Takes the bytes and what is known, and gives the bytes to go on with. What it throws ends the
    ///   decoding; an error that is not a ``ResponseError`` becomes the cause of one.
    /// - Returns: The changed serializer.
    public func preparing(_ step: @escaping ResponseHandling.Preparation) -> Self {
        changed { $0.preparations.append(step) }
    }

    /// A serializer with other limits.
    ///
    /// - Parameter limits: The limits on the response and its parts.
    /// - Returns: The changed serializer.
    public func limits(_ limits: Limits) -> Self {
        changed { $0.configuration.limits = limits }
    }

    /// A serializer with changed limits.
    ///
    /// ```swift
    /// let serializer = StringResponseSerializer().limits { $0.bodyBytes = 200 << 20 }
    /// ```
    ///
    /// - Parameter change: Changes the limits, of which the others stay as they are.
    /// - Returns: The changed serializer.
    public func limits(_ change: (inout Limits) -> Void) -> Self {
        changed { change(&$0.configuration.limits) }
    }

    /// A serializer whose outcomes are passed to an observer, instead of to ``ResponseObserver/current``.
    public func observed(by observer: ResponseObserver) -> Self {
        changed { $0.observer = observer }
    }

    /// The value of an `Accept` field for the media types that this serializer accepts (RFC 9110 §12.5.1).
    ///
    /// The types come in their order with falling weights. Patterns that the field has no form for, such as `*+json`,
    /// ask for their best-known member.
    public var acceptValue: String {
        AcceptField.value(for: handling.configuration.mediaTypes)
    }

    private func changed(_ change: (inout ResponseHandling) -> Void) -> Self {
        var copy = self
        change(&copy.handling)
        return copy
    }
}
