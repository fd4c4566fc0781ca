internal import HTTPTypes

extension ResponseError: Encodable {
    private enum CodingKeys: CodingKey {
        case code, message, status, contentType, method, url, bytes, offset, line, column, path, snippet, limit, hint
        case remedies, findings, errorBodyFailure, attempts, codings, codedBytes, codedOffset, item
    }

    /// Encodes the error without the body, the query of the URL, and values of other types.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code.description, forKey: .code)
        try container.encode(message, forKey: .message)
        try encodeResponse(to: &container)
        try encodeLocation(to: &container)
        try container.encodeIfPresent(limit?.rawValue, forKey: .limit)
        try container.encodeIfPresent(hint, forKey: .hint)
        if !remedies.isEmpty { try container.encode(remedies, forKey: .remedies) }
        if !findings.isEmpty { try container.encode(findings, forKey: .findings) }
        try container.encodeIfPresent(errorBodyFailure, forKey: .errorBodyFailure)
        if !attempts.isEmpty { try container.encode(attempts, forKey: .attempts) }
    }

    private func encodeResponse(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        guard let context else { return }
        try container.encodeIfPresent(context.status?.code, forKey: .status)
        try container.encodeIfPresent(context.mediaType, forKey: .contentType)
        try container.encodeIfPresent(context.method?.rawValue, forKey: .method)
        try container.encodeIfPresent(context.redactedURL, forKey: .url)
        try container.encode(bodyCount, forKey: .bytes)
        try container.encodeIfPresent(details.coded?.codings, forKey: .codings)
        try container.encodeIfPresent(codedBodyCount, forKey: .codedBytes)
        try container.encodeIfPresent(codedOffset, forKey: .codedOffset)
    }

    private func encodeLocation(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        try container.encodeIfPresent(offset, forKey: .offset)
        try container.encodeIfPresent(position?.line, forKey: .line)
        try container.encodeIfPresent(position?.column, forKey: .column)
        if !path.isEmpty { try container.encode(CodingPathComponent.text(of: path), forKey: .path) }
        try container.encodeIfPresent(itemIndex, forKey: .item)
        try container.encodeIfPresent(snippet, forKey: .snippet)
    }
}
