package import HTTPTypes

/// The fields of a head from a client as those of the core, with findings about those that could not be copied.
///
/// A field whose name is not a token (RFC 9110 §5.6.2) is omitted; NUL, CR and LF in a value become spaces (§5.5). Both are
/// findings.
package struct ReceivedFields: Sendable {
    /// The fields that were taken over.
    package private(set) var fields = HTTPFields()

    /// The findings about fields that were omitted or changed.
    package private(set) var findings: [Finding] = []

    /// Creates fields of which there are none.
    package init() {}

    /// Adds a field.
    package mutating func append(_ name: String, _ value: String) {
        guard let name = HTTPField.Name(name) else {
            report("the field “\(name.excerpt(80))” was ignored, because its name is not a token")
            return
        }
        // Visible characters, and blanks between them, are a value as they are.
        if value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), value.utf8.first != 0x20, value.utf8.last != 0x20 {
            fields.append(HTTPField(name: name, value: value))
            return
        }
        if value.utf8.contains(where: { $0 == 0x00 || $0 == 0x0A || $0 == 0x0D }) {
            report("a line end or zero byte in the value of \(name) was replaced by a space")
        }
        fields.append(HTTPField(name: name, lenientValue: value.utf8))
    }

    private mutating func report(_ message: String) {
        findings.append(Finding(.irregularHead, .warning, message))
    }
}

extension ResponseSerializer {
    /// A serializer that reports these findings with its own.
    package func noting(_ findings: [Finding]) -> Self {
        findings.isEmpty ? self : validating { _, _ in findings }
    }
}
