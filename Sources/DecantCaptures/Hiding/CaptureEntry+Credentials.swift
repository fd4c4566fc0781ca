internal import DecantCore
internal import HTTPTypes

extension Credentials {
    /// A credential in an entry of a capture.
    public struct Occurrence: Sendable, Hashable {
        /// The part with the credential, as HAR names it, such as `request.url` or `response.headers.Set-Cookie`.
        public let part: String

        /// The bytes of the credential in the part, in UTF-8.
        public let range: Range<Int>
    }
}

extension CaptureEntry {
    /// The credentials in the URL, in the header fields, and in the bodies.
    ///
    /// Bodies that are not text are not searched. A value that only marks a credential, such as `redacted` or `•••`, is
    /// not one.
    public var credentials: [Credentials.Occurrence] {
        var found: [Credentials.Occurrence] = []
        func add(_ text: [UInt8], _ part: String, isURL: Bool = false) {
            for range in CredentialRanges(in: text, isURL: isURL).all where !Self.isMark(text[range]) {
                found.append(Credentials.Occurrence(part: part, range: range))
            }
        }
        func add(_ fields: HTTPFields, _ part: String) {
            for field in fields {
                let (name, value) = (field.name.canonicalName, Array(field.value.utf8))
                let part = "\(part).headers.\(field.name.rawName)"
                if CredentialName.scope(of: Array(name.utf8)[...], in: .field) == nil {
                    add(value, part, isURL: Credentials.links.contains(name))
                } else if !Self.isMark(value[...]) {
                    found.append(Credentials.Occurrence(part: part, range: value.indices))
                }
            }
        }
        add(Array((context.url ?? "").utf8), "request.url", isURL: true)
        add(requestFields, "request")
        if let requestBody { add(Array(requestBody), "request.postData") }
        add(context.head?.headerFields ?? [:], "response")
        let decoder = DataResponseSerializer().acceptingAnyMediaType().statuses(nil)
        let content = body.isEmpty ? body : (try? value(as: decoder)) ?? body
        let (text, isText) = HiddenBody.text(of: content, isText: isText, context)
        if isText { add(text, "response.content") }
        return found
    }

    /// Returns whether a value is empty, has no letters and digits, or is a word that replaces a credential.
    private static func isMark(_ value: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: value, as: UTF8.self).lowercased()
        return ["redacted", "[redacted]", "hidden", "removed", "null"].contains(text)
            || !value.contains { $0.isNameLetter && $0 < 0x80 && $0 | 0x20 != UInt8(ascii: "x") }
    }
}
