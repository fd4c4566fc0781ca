/// A closure that decodes an error body as the general value of a format; it returns nil if the format has none.
typealias GeneralValueDecoding = (ResponseBytes, inout DecodingContext) throws(ResponseError) -> (any Sendable)?

extension ResponsePath {
    /// Returns an error of a serializer with all details of the response.
    func completed(
        _ error: ResponseError,
        body: ResponseBytes,
        decoding: DecodingContext,
        by serializer: some ResponseSerializer
    ) -> ResponseError {
        completed(error, body: body, decoding: decoding) { (body, context) throws(ResponseError) in
            try serializer.decodeErrorBody(body, in: &context)
        }
    }

    /// Returns an error of a stream, or of a later step, with all details of the response.
    package func completed(_ error: ResponseError, body: ResponseBytes, decoding: DecodingContext) -> ResponseError {
        completed(error, body: body, decoding: decoding) { (_, _) throws(ResponseError) in nil }
    }

    private func completed(
        _ error: ResponseError,
        body: ResponseBytes,
        decoding: DecodingContext,
        general: GeneralValueDecoding
    ) -> ResponseError {
        let context = decoding.response
        // Each change of the contents allocates them again.
        var details = error.details
        details.context = context
        details.retryAfter = context.head?.retryAfter
        details.coded = decoding.coded
        if let coded = decoding.coded { details.coded?.body = coded.body.prefix(handling.limits.errorBodyBytes) }
        details.findings += decoding.findings
        var error = error
        error.details = details
        error.add(body, handling.limits)
        let isOpen = handling.failure != nil || (error.errorBody == nil && error.errorBodyFailure == nil)
        if error.code == .unacceptableStatus, isOpen, !context.forbidsBody {
            var isRejected = false
            if let failure = decoding.codingFailure {
                error.details.errorBodyFailure = [failure]
            } else {
                isRejected = decodeErrorBody(of: body, general, into: &error)
            }
            if handling.failure?.isChosen == true { error.reportErrorBody(isRejected: isRejected) }
        }
        let content = decoding.prepared ?? body
        error.addHint(BodyDiagnosis(content, context, handling.configuration))
        let isAtEnd = error.code == .emptyBody || error.offset.map { $0 >= content.start + content.count } ?? false
        if isAtEnd, error.details.hint.isEmpty || error.details.isCut, let hint = decoding.transfer?.hintAtEnd {
            error.details.hint = Hint(hint)
        }
        return error
    }

    /// Decodes the body of a response with a bad status.
    ///
    /// If decoding fails, the failure accompanies the bad status and never replaces it.
    ///
    /// - Returns: Whether the body was not decoded, because its media type is not acceptable.
    private func decodeErrorBody(
        of body: ResponseBytes,
        _ general: GeneralValueDecoding,
        into failure: inout ResponseError
    ) -> Bool {
        guard let context = failure.context else { return false }
        let decodesAcceptable = handling.configuration.errorBodies == .ifAcceptable
        var decoding = DecodingContext(context, limits: handling.limits)
        decoding.decodesErrorBody = true
        decoding.received = body
        do throws(ResponseError) {
            failure.details.errorBody = try errorBody(body, in: &decoding, general: general)
            return decodesAcceptable && !body.isEmpty && !decodesErrorBody(of: context.contentType)
        } catch {
            // If every member of a compound rejects the media type, the body is not acceptable.
            if decodesAcceptable, error.code == .noneSucceeded, error.isAboutMediaType { return true }
            failure.details.errorBodyFailure = [error.located(in: body)]
            return false
        }
    }

    /// Decodes an error body with the serializer set for it, or as the format's general value.
    ///
    /// - Returns: The value, or nil if the body is empty or the policy forbids decoding it.
    func errorBody(
        _ body: ResponseBytes,
        in decoding: inout DecodingContext,
        general: GeneralValueDecoding
    ) throws(ResponseError) -> (any Sendable)? {
        guard !body.isEmpty, decodesErrorBody(of: decoding.response.contentType) else { return nil }
        try handling.checkSize(of: body)
        if let named = handling.failure { return try named.decode(body, in: &decoding) }
        guard !handling.isEmpty(body) else { return nil }
        let prepared = try handling.prepared(body, in: &decoding)
        return handling.isEmpty(prepared) ? nil : try general(prepared, &decoding)
    }

    private func decodesErrorBody(of type: DeclaredMediaType) -> Bool {
        switch handling.configuration.errorBodies {
        case .never: return false
        case .always: return true
        case .ifAcceptable:
            let validation = handling.failure?.validation ?? handling.configuration.validation
            return validation.accepts(type)
        }
    }
}

extension FailureDecoding {
    /// Creates a decoder of error bodies from a serializer.
    ///
    /// The acceptable statuses of the serializer are ignored, because the status is already known to be bad. Its
    /// `.validating(…)` checks run, and its rule decides whether the body is empty. Its error serializer is dropped,
    /// because it would never be used.
    ///
    /// - Parameters:
    ///   - serializer: The serializer of the error bodies.
    ///   - isChosen: Whether the caller has chosen it.
    package init<Failure: ResponseSerializer>(_ serializer: Failure, isChosen: Bool = true) {
        var copy = serializer
        copy.handling.failure = nil
        let serializer = copy
        let validation = serializer.handling.configuration.validation
        self.init(validation: validation, isChosen: isChosen) { (body, context) throws(ResponseError) in
            try context.nested { (context) throws(ResponseError) in
                try serializer.decodedFailure(body, in: &context)
            }
        }
    }
}

extension ResponseSerializer {
    /// Decodes an error body of another serializer: custom checks, empty-body rule, preparation, decoding.
    ///
    /// - Returns: The value, or nil if the body is empty.
    fileprivate func decodedFailure(_ body: ResponseBytes, in decoding: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        let received = decoding.received ?? body
        let findings = handling.validators.flatMap { $0(decoding.response, received) }
        if let error = ResponseError(rejectedBy: findings) { throw error }
        guard !handling.isEmpty(body) else { return nil }
        let prepared = try handling.prepared(body, in: &decoding)
        guard !handling.isEmpty(prepared) else { return nil }
        let value = try decode(prepared, in: &decoding)
        // The members of a compound decide whether a body is empty.
        return decoding.bodyIsEmpty ? nil : value
    }
}

extension ResponseError {
    /// Sets the reason why the error body does not match its type, with a finding.
    package mutating func setErrorBodyFailure(_ failure: ResponseError) {
        details.errorBodyFailure = [failure]
        reportErrorBody(isRejected: false)
    }

    /// Adds a finding if the error body has not become a value of the type that the caller has chosen.
    ///
    /// - Parameter isRejected: Whether its media type is not acceptable.
    fileprivate mutating func reportErrorBody(isRejected: Bool) {
        if isRejected {
            let reason = context?.mediaType.map { "the media type \($0.essence.excerpt(100)) is not acceptable" }
            let message = "the error body was not decoded, because \(reason ?? "it has no valid media type")"
            details.findings.append(Finding(.undecodedErrorBody, .note, message))
        } else if let failure = errorBodyFailure {
            let message = "the error body could not be decoded: \(failure.message)"
            details.findings.append(Finding(.undecodedErrorBody, .warning, message, offset: failure.offset))
        }
    }

    /// Adds a hint, unless the decoder provided one.
    package mutating func addHint(_ diagnosis: BodyDiagnosis) {
        // What encloses the document explains more than the character at which decoding stopped.
        if code == .malformedBody || code == .invalidText, diagnosis.explainEnclosure(in: &self) { return }
        // Malformed text may be another format altogether.
        guard details.hint.isEmpty || (code == .invalidText && details.hint.explanation == nil) else { return }
        if let hint = diagnosis.hint(for: self) { details.hint = hint }
    }
}
