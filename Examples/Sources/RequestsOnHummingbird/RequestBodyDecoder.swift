import Decant
import Hummingbird

/// A request decoder that uses `JSON.Decoder` instead of Hummingbird's default `JSONDecoder`.
///
/// It decodes content codings while the body arrives, reads the charset of the request, and stops at its limits.
struct RequestBodyDecoder: RequestDecoder {
    var decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601).limits {
        $0.bodyBytes = 64 << 10
        $0.codedBytes = 16 << 10
        $0.jsonDepth = 16
    }

    func decode<T: Decodable>(
        _ type: T.Type,
        from request: Request,
        context: some RequestContext
    ) async throws -> T {
        do {
            let charset = try Self.charset(of: request)
            let decoder = decoder.options { $0.text.charset = charset }
            return try decoder.decode(type, from: try await bytes(of: request))
        } catch let error as ResponseError {
            throw InvalidRequest(error)
        }
    }

    /// Reads a body and decodes its content codings.
    private func bytes(of request: Request) async throws -> [UInt8] {
        // The decoder reads the codings from a response head; the status is irrelevant.
        let head = HTTPResponse(status: .ok, headerFields: request.headers)
        var codings = try ContentDecoder(for: head, limits: decoder.limits)
        var bytes: [UInt8] = []
        for try await chunk in request.body {
            try codings.append(chunk.readableBytesView)
            while let decoded = try codings.next() {
                for index in decoded.indices { bytes.append(decoded[index]) }
            }
        }
        try codings.finish()
        return bytes
    }

    /// The charset named by a request, or nil.
    private static func charset(of request: Request) throws -> Charset? {
        let type = ResponseMediaType(fieldValues: request.headers[values: .contentType])
        guard let type, type.essence == "application/json" || type.suffix == "json" else {
            throw HTTPError(.unsupportedMediaType, message: "the body has to be JSON")
        }
        guard let label = type.charset else { return nil }
        guard let charset = Charset(label: label) else {
            throw HTTPError(.unsupportedMediaType, message: "the charset “\(label)” is unknown")
        }
        return charset
    }
}

/// The response to a request whose body cannot be decoded: a problem (RFC 9457) with the path and the line of the
/// error.
struct InvalidRequest: HTTPResponseError {
    let reason: ResponseError

    init(_ reason: ResponseError) { self.reason = reason }

    /// 413 for a body over a limit, 422 for valid JSON with unexpected content, and 400 otherwise.
    var status: HTTPResponse.Status {
        switch reason.code {
        case .limitExceeded: .contentTooLarge
        case .typeMismatch, .keyNotFound, .valueNotFound, .dataCorrupted: .unprocessableContent
        case .unsupportedFormat, .unknownCharset: .unsupportedMediaType
        default: .badRequest
        }
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let problem = Problem(
            title: reason.message,
            status: status.code,
            path: reason.path.isEmpty ? nil : reason.path.description,
            line: reason.position?.line,
            column: reason.position?.column
        )
        var response = try context.responseEncoder.encode(problem, from: request, context: context)
        response.status = status
        response.headers[.contentType] = "application/problem+json"
        if status == .unsupportedMediaType { response.headers[.acceptEncoding] = ContentCoding.acceptValue }
        return response
    }

    private struct Problem: Encodable {
        var title: String
        var status: Int
        var path: String?
        var line: Int?
        var column: Int?
    }
}
