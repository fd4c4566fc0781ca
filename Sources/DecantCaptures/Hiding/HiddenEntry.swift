internal import DecantCore
internal import DecantJSON
internal import HTTPTypes

/// An entry of an archive (HAR 1.2) with its values hidden, and all members that the format requires.
struct HiddenEntry {
    /// The time of an entry without one.
    private static let unknownTime = "1970-01-01T00:00:00.000Z"

    /// The fields that do not describe the written body, in lowercase.
    private static let omitted: Set<String> = [
        "content-encoding", "transfer-encoding", "content-md5", "digest", "content-digest", "repr-digest",
    ]

    /// The parts that stay visible.
    private(set) var visible = VisibleParts()

    private let entry: CaptureEntry
    private let hiding: HAR.Hiding
    private let placeholders: Placeholders

    init(_ entry: CaptureEntry, _ hiding: HAR.Hiding, _ placeholders: Placeholders) {
        self.entry = entry
        self.hiding = hiding
        self.placeholders = placeholders
    }

    /// The entry in JSON.
    var value: JSON.Value {
        mutating get {
            let duration = entry.duration.map { ($0 / .microseconds(1)).rounded() / 1000 } ?? 0
            return .members([
                ("startedDateTime", .string(startedDateTime)), ("time", .double(duration)), ("request", request()),
                ("response", response()), ("cache", .object([])),
                (
                    "timings",
                    .members([("send", .integer(0)), ("wait", .double(duration)), ("receive", .integer(0))])
                ), (HAR.Hiding.member, .string(hiding.rawValue)),
            ])
        }
    }

    private var startedDateTime: String {
        guard let text = entry.startedDateTime else { return Self.unknownTime }
        let bytes = Array(text.utf8)
        let isTime = bytes.count >= 19 && DateText(bytes.indices, in: bytes) != nil
        return isTime ? text : Self.unknownTime
    }

    // MARK: - Requests

    private mutating func request() -> JSON.Value {
        let url = hidden(url: entry.context.url ?? "")
        let content = entry.requestBody
        var members: [(String, JSON.Value)] = [
            ("method", .string(entry.context.method?.rawValue ?? "GET")), ("url", .string(url)),
            ("queryString", .array(Self.items(of: url))),
        ]
        if let content {
            let type = entry.requestFields[.contentType] ?? ""
            let mediaType = ResponseMediaType(parsing: type)
            let context = ResponseContext(mediaType: mediaType, method: .post)
            let body = body(content, isText: true, context)
            members.append(
                (
                    "postData",
                    .members([("mimeType", .string(hidden(type, of: "content-type"))), ("text", .string(body.text))])
                )
            )
        }
        return .members(members + message(entry.requestFields, bodySize: content?.count ?? 0, cookies: "cookie"))
    }

    /// Returns the items of a query.
    private static func items(of url: String) -> [JSON.Value] {
        guard let start = url.firstIndex(of: "?") else { return [] }
        let query = url[url.index(after: start)...].prefix { $0 != "#" }
        return query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return .members([
                ("name", .string(String(parts[0]))), ("value", .string(parts.count > 1 ? String(parts[1]) : "")),
            ])
        }
    }

    // MARK: - Responses

    private mutating func response() -> JSON.Value {
        let head = entry.context.head
        let status = head?.status ?? HTTPResponse.Status(code: 0)
        let isUsual = hiding == .credentials || CommonWords.reasonPhrases.contains(status.reasonPhrase.lowercased())
        let content = content()
        var members: [(String, JSON.Value)] = [
            ("status", .integer(status.code)),
            ("statusText", .string(isUsual ? status.reasonPhrase : placeholders.hidden(status.reasonPhrase))),
            ("content", content.value),
            ("redirectURL", .string(hidden(head?.headerFields[.location] ?? "", of: "location"))),
        ]
        if let failure = entry.failure { members.append(("_error", .string(reason(of: failure)))) }
        var fields = head?.headerFields ?? [:]
        if !entry.context.forbidsBody, content.size > 0, fields[.contentLength] != nil, entry.omittedSize == nil {
            fields[.contentLength] = "\(content.size)"
        }
        let size = entry.context.forbidsBody ? 0 : content.size
        return .members(members + message(fields, bodySize: size, cookies: "set-cookie"))
    }

    private mutating func content() -> (value: JSON.Value, size: Int) {
        let type = entry.context.head?.headerFields[.contentType]
        var members: [(String, JSON.Value)] = [
            ("mimeType", .string(type.map { hidden($0, of: "content-type") } ?? "x-unknown"))
        ]
        guard !entry.body.isEmpty else {
            return (.members([("size", .integer(entry.omittedSize ?? 0))] + members), entry.omittedSize ?? 0)
        }
        let decoder = DataResponseSerializer().acceptingAnyMediaType().statuses(nil)
        let decoded = (try? entry.value(as: decoder)) ?? entry.body
        let body = body(decoded.isEmpty ? entry.body : decoded, isText: entry.isText, entry.context)
        if body.isText {
            members.append(("text", .string(body.text)))
        } else {
            members += [("text", .string(base64(body.bytes.elementSpan))), ("encoding", .string("base64"))]
        }
        return (.members([("size", .integer(body.bytes.count))] + members), body.bytes.count)
    }

    /// Returns the reason of a failed transfer if it is a code of a browser.
    private func reason(of failure: TransferFailure) -> String {
        guard case .transport(_, _, let reason, _) = failure else { return "hidden" }
        let code = reason.split(separator: " ").last.map(String.init) ?? ""
        let isCode = ["net::ERR_", "NS_ERROR_", "NS_BINDING_"].contains(where: code.hasPrefix)
        let bytes = Array(code.utf8)
        return isCode && OrdinaryName.matches(bytes.indices, in: bytes) ? code : "hidden"
    }

    // MARK: - Parts

    /// A body in its written form.
    private struct Body {
        let bytes: [UInt8]
        let isText: Bool

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private mutating func body(_ body: ResponseBytes, isText: Bool, _ context: ResponseContext) -> Body {
        switch hiding {
        case .values:
            let hidden = HiddenBody(body, isText: isText, of: context, placeholders)
            if let type = hidden.convertedType { visible.converted.insert(type) }
            return Body(bytes: hidden.bytes, isText: hidden.isText)
        case .credentials:
            var (bytes, isText) = HiddenBody.text(of: body, isText: isText, context)
            guard isText else {
                visible.unsearchedCount += 1
                return Body(bytes: bytes, isText: false)
            }
            HiddenCredentials(placeholders).hide(in: &bytes)
            return Body(bytes: bytes, isText: true)
        }
    }

    private func hidden(url: String) -> String {
        switch hiding {
        case .values: HiddenURL(placeholders).hidden(url)
        case .credentials: HiddenCredentials(placeholders).hidden(url: url)
        }
    }

    private func hidden(_ value: String, of name: String) -> String {
        switch hiding {
        case .values: HiddenFields(placeholders).hidden(value, of: name)
        case .credentials: HiddenCredentials(placeholders).hidden(value, of: name)
        }
    }

    /// The members that requests and responses have in common.
    private mutating func message(_ fields: HTTPFields, bodySize: Int, cookies name: String) -> [(String, JSON.Value)] {
        var headers: [JSON.Value] = []
        var cookies: [JSON.Value] = []
        for field in fields {
            let key = field.name.canonicalName
            guard !Self.omitted.contains(key) else { continue }
            let value = hidden(field.value, of: key)
            let isWord = hiding == .credentials || OrdinaryName.matches(key)
            headers.append(.pair(isWord ? field.name.rawName : placeholders.hidden(key), value))
            if CommonWords.harmlessFields.contains(key) { visible.fields.insert(key) }
            guard key == name else { continue }
            for item in value.split(separator: ";").prefix(key == "cookie" ? .max : 1) {
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                cookies.append(.pair(String(parts[0].drop { $0 == " " }), parts.count > 1 ? String(parts[1]) : ""))
            }
        }
        let version = entry.httpVersion ?? ""
        let isVersion = version.utf8.count <= 10 && version.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return [
            ("httpVersion", .string(isVersion ? version : "")), ("cookies", .array(cookies)),
            ("headers", .array(headers)), ("headersSize", .integer(-1)), ("bodySize", .integer(bodySize)),
        ]
    }
}

extension JSON.Value {
    /// Returns an object with members.
    fileprivate static func members(_ members: [(String, JSON.Value)]) -> JSON.Value {
        .object(members.map { (key: $0.0, value: $0.1) })
    }

    /// Returns an object with a name and a value, as HAR writes fields and cookies.
    fileprivate static func pair(_ name: String, _ value: String) -> JSON.Value {
        .members([("name", .string(name)), ("value", .string(value))])
    }
}
