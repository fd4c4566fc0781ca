extension ResponseSerializer {
    package func checkSize(of body: ResponseBody) throws(ResponseError) {
        let limit = handling.configuration.limits.bodyBytes
        guard body.count <= limit else {
            let message = "the body has \(body.count) bytes, more than the limit of \(limit)"
            throw ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes)
        }
    }

    /// Runs all checks, the caller's too; what was tolerated is returned, a failure is thrown with everything beside it.
    package func validated(_ body: ResponseBody, in context: ResponseContext) throws(ResponseError) -> [Finding] {
        let builtIn = handling.configuration.validation.findings(for: context, body)
        let findings = handling.validators.reduce(builtIn) { $0 + $1(context, body) }
        guard let error = ResponseError(refusing: findings) else {
            return findings
        }
        throw error
    }

    package func isEmpty(_ body: ResponseBody) -> Bool {
        switch handling.configuration.emptyBody {
        case .noBytes: body.isEmpty
        case .whiteSpace: body.isEmpty || body.isWhiteSpace
        }
    }

    package func prepared(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> ResponseBody
    {
        var body = body
        for step in handling.configuration.preparation { body = step.apply(to: body, in: &context) }
        do {
            for step in handling.preparations { body = try step(body, &context) }
        } catch {
            throw ResponseError(caused: "the body could not be prepared", by: error)
        }
        return body
    }

    /// Decodes; an error is placed in the bytes that were decoded, which a preparation may have made anew.
    func decodeLocated(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Output {
        do throws(ResponseError) {
            return try decode(body, in: &context)
        } catch {
            var located = error
            located.locate(in: body.whole)
            throw located
        }
    }
}
