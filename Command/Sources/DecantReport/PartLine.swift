package import Decant

/// A part of a multipart body as a JSON object: what its head says, and its decoded body.
package struct PartLine {
    /// The object.
    package let value: JSON.Value

    /// Decodes a part.
    ///
    /// JSON, text, nested parts, and the responses of batches are decoded. Other bodies have only a size.
    package init(_ part: BodyPart, limits: Limits) { value = Self.value(of: part, limits) }

    // Bound: the library limits the nesting of parts by `Limits.partNesting`.
    private static func value(of part: BodyPart, _ limits: Limits) -> JSON.Value {
        let serializer = DataResponseSerializer().statuses(nil).limits { $0 = limits }
        let response = try? part.response(as: serializer)
        let body = response?.value ?? part.body
        let type = response?.context.mediaType ?? part.head.mediaType
        var members: [(key: String, value: JSON.Value)] = []
        func add(_ key: String, _ text: String?) {
            if let text { members.append((key: key, value: .string(text))) }
        }
        if let status = response?.context.status { members.append((key: "status", value: .integer(status.code))) }
        add("type", type?.essence)
        add("name", part.head.name)
        add("fileName", part.head.fileName)
        members.append((key: "bytes", value: .integer(body.count)))
        guard let type, !body.isEmpty else { return .object(members) }
        do throws(ResponseError) {
            if type.type == "multipart" {
                let parts = try part.value(as: MultipartResponseSerializer().limits { $0 = limits })
                members.append((key: "parts", value: .array(parts.map { value(of: $0, limits) })))
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
