extension ResponseSerializer {
    /// Fills in all that is known about the response an error belongs to.
    package func completed(_ error: ResponseError, body: ResponseBody, decoding: DecodingContext) -> ResponseError {
        let context = decoding.response
        var error = error
        error.details.context = context
        error.details.body = body.prefix(handling.configuration.limits.errorBodyBytes)
        error.details.bodyCount = body.count
        error.details.findings += decoding.findings
        error.locate(in: body)
        let isOpen = handling.failure != nil || (error.errorBody == nil && error.errorBodyFailure == nil)
        if error.code == .unacceptableStatus, isOpen, !context.forbidsBody { decodeErrorBody(of: body, into: &error) }
        if error.details.hint == nil {
            error.details.hint = BodyDiagnosis(body, context, handling.configuration.validation).hint(for: error.code)
        }
        return error
    }

    /// Decodes the body of a response with a bad status.
    ///
    /// A failure to do so stands beside the status, never before it.
    private func decodeErrorBody(of body: ResponseBody, into failure: inout ResponseError) {
        guard let context = failure.context, !isEmpty(body), decodesErrorBody(of: context.contentType) else { return }
        var decoding = DecodingContext(context, limits: handling.configuration.limits)
        decoding.isOfFailure = true
        do throws(ResponseError) {
            try checkSize(of: body)
            if let named = handling.failure {
                failure.details.errorBody = try named.decode(body, in: &decoding)
            } else {
                let prepared = try prepared(body, in: &decoding)
                failure.details.errorBody = try decodeErrorBody(prepared, in: &decoding)
            }
        } catch {
            // A compound accepts what any of its members accepts.
            let isRefused = error.code == .noneSucceeded && error.isAboutMediaType
            if isRefused, handling.configuration.errorBodies == .ifAcceptable { return }
            var reason = error
            reason.locate(in: body)
            failure.details.errorBodyFailure = [reason]
        }
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

extension ResponseError {
    /// Whether a response was refused for its media type, by a serializer or by all members of a compound.
    fileprivate var isAboutMediaType: Bool {
        if code == .noneSucceeded { return !attempts.isEmpty && attempts.allSatisfy(\.isAboutMediaType) }
        return [.unacceptableMediaType, .missingMediaType, .malformedMediaType].contains(code)
    }
}
