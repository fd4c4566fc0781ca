public import DecantCore
public import HTTPTypes

/// A part of a multipart body: its head and its body (RFC 2046 §5.1).
///
/// ```swift
/// for part in try await session.value(for: request, as: .multipart) {
///     print(part.head.name ?? "", part.body.count)
///     if part.head.mediaType?.subtype == "json" { print(try part.value(as: .json)) }
/// }
/// ```
///
/// A part that is a multipart body itself is read by the same serializer: `part.value(as: .multipart)`.
public struct BodyPart: Sendable, Hashable {
    /// The head of the part.
    public let head: Head

    /// The bytes of the part as they were sent, without the line end before the delimiter.
    public let body: ResponseBytes

    /// The number of multipart bodies around the part.
    private let nesting: Int

    init(_ head: Head, _ body: ResponseBytes, nesting: Int) {
        self.head = head
        self.body = body
        self.nesting = nesting
    }

    /// A head, a chunk, or the end of a part that arrives.
    public enum Event: Sendable, Hashable {
        /// The head of a part, which begins.
        case head(Head)

        /// Bytes of the part; together, all of them are its body.
        case bytes(ResponseBytes)

        /// The end of the part.
        case end
    }
}

// MARK: - The head

extension BodyPart {
    /// The head of a part.
    ///
    /// Its fields are parsed on each access; store them if you read several.
    public struct Head: Sendable, Hashable {
        private let bytes: ResponseBytes

        init(_ bytes: ResponseBytes) { self.bytes = bytes }

        private var parsed: ReceivedFields { PartFields(bytes.span).fields }

        /// The fields, in order.
        public var fields: HTTPFields { parsed.fields }

        /// The media type, or nil if the part declares none, or a malformed one.
        ///
        /// A part without a media type is plain text (RFC 2046 §5.1), but many servers omit it for JSON and bytes.
        public var mediaType: ResponseMediaType? {
            ResponseMediaType(fieldValues: parsed.values(of: "content-type"))
        }

        /// The name of the form field (RFC 7578 §4.2).
        public var name: String? { disposition["name"]?.unescaped }

        /// The name of the file (RFC 7578 §4.2, RFC 8187).
        ///
        /// The name may have a path and any other character, so never use it as the name of a file without a check.
        public var fileName: String? { disposition.extended("filename") ?? disposition["filename"]?.unescaped }

        private var disposition: ContentDisposition {
            ContentDisposition(parsed.values(of: "content-disposition").first ?? "")
        }

        /// The value of the field `Content-Transfer-Encoding` in lowercase (RFC 2045 §6).
        fileprivate var transferEncoding: String? {
            parsed.values(of: "content-transfer-encoding").first.map { $0.trimmingSpaces.lowercased() }
        }
    }
}

// MARK: - Decoding

extension BodyPart {
    /// Decodes the body of the part.
    ///
    /// The serializer validates the media type of the part, if there is one. A part of the type `application/http`, as in
    /// the response of a batch interface, is a response with a head of its own: its status, its fields, and its body are
    /// validated and decoded as those of a saved response. Base64 by `Content-Transfer-Encoding` is decoded.
    ///
    /// - Parameter serializer: The serializer of the part, with its validation and limits.
    /// - Throws: `ResponseError` if the part is rejected or cannot be decoded. Its position is relative to the part.
    public func value<Value: Sendable>(as serializer: any ResponseSerializer<Value>) throws(ResponseError) -> Value {
        var (body, context) = try content(limits: serializer.handling.limits)
        return try serializer.value(of: body, in: &context)
    }

    /// Decodes the body of the part as ``value(as:)`` does, and keeps the head and all findings.
    ///
    /// - Parameter serializer: The serializer of the part, with its validation and limits.
    /// - Throws: `ResponseError` if the part is rejected or cannot be decoded. Its position is relative to the part.
    public func response<Value: Sendable>(
        as serializer: any ResponseSerializer<Value>
    ) throws(ResponseError) -> DecodedResponse<Value> {
        let (body, context) = try content(limits: serializer.handling.limits)
        return try serializer.response(of: body, in: context)
    }

    /// Returns the bytes to decode, and their context.
    private func content(limits: Limits) throws(ResponseError) -> (ResponseBytes, DecodingContext) {
        let mediaType = head.mediaType
        var content = try decodedBody
        var context = DecodingContext(ResponseContext(mediaType: mediaType), limits: limits)
        if mediaType?.essence == "application/http" {
            let fields: PartFields
            (context, fields) = try Self.message(content, limits: limits)
            content = content.sharedSuffix(from: fields.end)
        }
        context.partNesting = nesting
        return (content, context)
    }

    /// The body after its transfer encoding (RFC 2045 §6) was decoded.
    private var decodedBody: ResponseBytes {
        get throws(ResponseError) {
            switch head.transferEncoding {
            case "base64":
                var (decoder, bytes) = (Base64Decoder(), [UInt8]())
                guard decoder.decode(body.span, into: &bytes) else {
                    throw ResponseError(.malformedBody, "the part is not the base64 that its head declares")
                }
                return ResponseBytes(bytes)
            case "quoted-printable":
                let hint = "read the bytes of the part by its property `body`"
                throw ResponseError(.unsupportedFormat, "the part is quoted-printable", hint: hint)
            default: return body
            }
        }
    }

    /// RFC 9112 §10.2: the head of a response in a part of the type `application/http`.
    private static func message(_ bytes: ResponseBytes, limits: Limits) throws(ResponseError) -> (
        DecodingContext, PartFields
    ) {
        let line = bytes.prefix { $0 != .lineFeed && $0 != .carriageReturn }
        // RFC 9112 §4: `status-line = HTTP-version SP status-code SP [ reason-phrase ]`.
        let words = line.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
        guard line.starts(with: "HTTP/".utf8), words.count > 1, words[1].count == 3,
            let code = Int(String(decoding: words[1], as: UTF8.self)), code >= 0
        else {
            let found = String(decoding: line.prefix(80), as: UTF8.self).excerpt(40)
            throw ResponseError(.malformedHead, "expected a status line, but found “\(found)”", offset: 0)
        }
        let reason = words.count > 2 ? String(decoding: words[2], as: UTF8.self) : ""
        let lineEnd = bytes.span.offset(of: .lineFeed)
        let fields = PartFields(bytes.span, from: min(lineEnd + 1, bytes.count))
        guard fields.fields.values(of: "transfer-encoding").isEmpty else {
            let hint = "read the bytes of the part by its property `body`"
            throw ResponseError(.unsupportedFormat, "the response in the part has a transfer coding", hint: hint)
        }
        let status = HTTPResponse.Status(code: code, reasonPhrase: reason)
        let response = ResponseContext(ReceivedHead(status, fields.fields), method: nil, url: nil)
        var context = DecodingContext(response, limits: limits)
        if fields.ignoredCount > 0 {
            let message = "ignored \(fields.ignoredCount.counted("line")) of the head that are not fields"
            context.headFindings.append(Finding(.irregularMultipart, .warning, message, offset: 0))
        }
        return (context, fields)
    }
}
