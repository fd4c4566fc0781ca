package import Decant

/// A part of a multipart body as a JSON object: what its head says, and its decoded body.
package struct PartLine {
    /// The object.
    package let value: JSON.Value

    /// The maximum nesting of parts that are printed.
    private static let maxDepth = 32

    /// Decodes a part.
    ///
    /// JSON, text, nested parts, and the responses of batches are decoded. Other bodies have only a size. A part that
    /// cannot be decoded has the message of the error.
    package init(_ part: BodyPart, limits: Limits) { value = Self.value(of: part, limits, depth: 1) }

    // Bound: the depth is limited.
    private static func value(of part: BodyPart, _ limits: Limits, depth: Int) -> JSON.Value {
        var members: [(key: String, value: JSON.Value)] = []
        func add(_ key: String, _ text: String?) {
            if let text { members.append((key: key, value: .string(text))) }
        }
        /// Adds what the head says.
        func addHead(_ context: ResponseContext?, byteCount: Int) {
            if let status = context?.status { members.append((key: "status", value: .integer(status.code))) }
            add("type", (context?.mediaType ?? part.head.mediaType)?.essence)
            add("name", part.head.name)
            add("fileName", part.head.fileName)
            members.append((key: "bytes", value: .integer(byteCount)))
        }
        do throws(ResponseError) {
            let response: DecodedResponse<ResponseBytes>
            do throws(ResponseError) {
                response = try part.response(as: DataResponseSerializer().statuses(nil).limits { $0 = limits })
            } catch {
                addHead(error.context, byteCount: part.body.count)
                throw error
            }
            let body = response.value
            addHead(response.context, byteCount: body.count)
            guard let type = response.context.mediaType, !body.isEmpty else { return .object(members) }
            if type.type == "multipart" {
                guard depth < maxDepth else {
                    add("error", "parts that are nested more than \(maxDepth) deep are not printed")
                    return .object(members)
                }
                let parts = try part.value(as: MultipartResponseSerializer().limits { $0 = limits })
                let values = parts.map { value(of: $0, limits, depth: depth + 1) }
                members.append((key: "parts", value: .array(values)))
            } else if DecodingKind.json.accepts(type) {
                let json = try JSONResponseSerializer().limits { $0 = limits }.value(of: body, for: type)
                members.append((key: "json", value: try JSON.Value(json)))
            } else if DecodingKind.string.accepts(type) {
                add("text", try StringResponseSerializer().limits { $0 = limits }.value(of: body, for: type))
            }
        } catch {
            add("error", error.message)
        }
        return .object(members)
    }
}

extension DecodingKind {
    fileprivate func accepts(_ type: ResponseMediaType) -> Bool { mediaTypes?.contains { $0.matches(type) } == true }
}
