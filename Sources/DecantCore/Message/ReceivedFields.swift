package import HTTPTypes

/// A response head as received from a client, converted to an `HTTPResponse` on demand.
///
/// Most programs never need the conversion, and it takes longer than all other work of the core on a short response.
package struct ReceivedHead: Sendable, Hashable {
    /// The status.
    package let status: HTTPResponse.Status

    /// The fields.
    let fields: ReceivedFields

    /// Creates a head.
    package init(_ status: HTTPResponse.Status, _ fields: ReceivedFields) {
        self.status = status
        self.fields = fields
    }

    /// Creates a head; fails if the status is not a number from 0 to 999.
    package init?(code status: Int, fields: ReceivedFields) {
        guard (0...999).contains(status) else { return nil }
        self.init(HTTPResponse.Status(code: status), fields)
    }

    /// The head as an `HTTPResponse`, converted on every access.
    package var response: HTTPResponse {
        HTTPResponse(status: status, headerFields: fields.fields)
    }

    /// The findings about fields that were omitted or changed because a head cannot have them.
    package var findings: [Finding] { fields.findings }
}

/// The header fields from a client, with findings about fields that could not be copied.
///
/// A field whose name is not a token (RFC 9110 §5.6.2) is omitted. NUL, CR, and LF in a value become spaces (§5.5).
/// Fields beyond the maximum number are omitted. Each case is reported as a finding.
package struct ReceivedFields: Sendable, Hashable {
    /// A field whose name is a token and whose value `HTTPField` does not change.
    struct Field: Sendable, Hashable {
        let name, value: String

        /// The bytes of a value that is not UTF-8.
        var bytes: [UInt8]?

        /// Returns whether the field has a name, which consists of lowercase letters and hyphens.
        fileprivate func isNamed(_ name: String) -> Bool {
            self.name.utf8.count == name.utf8.count
                && self.name.utf8.elementsEqual(name.utf8) { $0 | .letterCase == $1 }
        }
    }

    /// The maximum number of fields in `HTTPFields`; one more ends the process.
    package static let maxFields = Int(UInt16.max) - 1

    /// The accepted fields.
    private(set) var list: ContiguousArray<Field> = []

    private var omittedCount = 0
    private var irregularities = FindingLog()

    /// Creates an empty collection of fields.
    ///
    /// - Parameter capacity: The expected number of fields.
    package init(capacity: Int = 0) {
        list.reserveCapacity(min(capacity, Self.maxFields))
    }

    /// The accepted fields as `HTTPFields`.
    package var fields: HTTPFields {
        let fields = list.compactMap { field in
            HTTPField.Name(field.name).map {
                if let bytes = field.bytes { return HTTPField(name: $0, lenientValue: bytes) }
                return field.value.withUTF8Bytes(Self.isPlain)
                    ? HTTPField(name: $0, value: field.value) : HTTPField(name: $0, lenientValue: field.value.utf8)
            }
        }
        // One insertion of all fields; appending them one by one takes several times as long.
        var all = HTTPFields()
        all.replaceSubrange(0..<0, with: fields)
        return all
    }

    /// Returns whether a field has a name.
    ///
    /// - Parameter name: The name, in lowercase letters and hyphens.
    package func contains(_ name: String) -> Bool {
        let fields = list.span
        for index in fields.indices where fields[index].isNamed(name) { return true }
        return false
    }

    /// Returns the values of all fields with a name, in order.
    ///
    /// - Parameter name: The name, in lowercase letters and hyphens.
    package func values(of name: String) -> [String] {
        let fields = list.span
        var values: [String] = []
        for index in fields.indices where fields[index].isNamed(name) { values.append(fields[index].value) }
        return values
    }

    /// The number of accepted fields.
    package var count: Int { list.count }

    /// The findings about fields that were omitted or changed.
    package var findings: [Finding] {
        guard omittedCount > 0 else { return irregularities.all }
        let message = "ignored \(omittedCount.counted("field")) beyond the first \(Self.maxFields)"
        return irregularities.all + [Finding(.irregularHead, .warning, message)]
    }

    /// Adds a field, and reports a finding if the field is omitted or changed.
    package mutating func append(_ name: String, _ value: String) {
        guard list.count < Self.maxFields else {
            omittedCount += 1
            return
        }
        guard name.withUTF8Bytes(Self.isToken) else {
            report("the field “\(name.excerpt(80))” was ignored, because its name is not a token")
            return
        }
        guard !value.withUTF8Bytes(Self.isPlain) else {
            list.append(Field(name: name, value: value))
            return
        }
        if value.utf8.contains(where: { $0 == 0 || $0 == .lineFeed || $0 == .carriageReturn }) {
            report("a line end or zero byte in the value of \(name) was replaced by a space")
        }
        // The lenient conversion of a value does not depend on the name.
        list.append(Field(name: name, value: HTTPField(name: .age, lenientValue: value.utf8).value))
    }

    /// Adds a field whose name is a token, and whose value is plain.
    package mutating func append(token name: String, plain value: String) {
        list.append(Field(name: name, value: value))
    }

    /// Adds a field whose name is a token, and whose value has neither zero bytes nor line ends.
    package mutating func append(token name: String, bytes: [UInt8]) {
        let value = HTTPField(name: .age, lenientValue: bytes).value
        list.append(Field(name: name, value: value, bytes: value.utf8.elementsEqual(bytes) ? nil : bytes))
    }

    /// Returns whether a value has only printable ASCII and no leading or trailing space, and is copied unchanged.
    package static func isPlain(_ value: Span<UInt8>) -> Bool {
        guard let last = value.indices.last else { return true }
        guard value[0] != .space, value[last] != .space else { return false }
        let visible = UInt8.space...UInt8(ascii: "~")
        for index in value.indices where !visible.contains(value[index]) { return false }
        return true
    }

    /// Returns whether a name is a token (RFC 9110 §5.6.2).
    private static func isToken(_ name: Span<UInt8>) -> Bool {
        for index in name.indices where !name[index].isHTTPToken { return false }
        return !name.isEmpty
    }

    /// Reports a finding about the head.
    package mutating func report(_ message: String) {
        irregularities.report(Finding(.irregularHead, .warning, message))
    }
}
