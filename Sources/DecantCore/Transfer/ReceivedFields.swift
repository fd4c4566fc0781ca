package import HTTPTypes

/// The fields of a head from a client as those of the core, with findings about those that could not be copied.
///
/// A field whose name is not a token (RFC 9110 §5.6.2) is omitted; NUL, CR and LF in a value become spaces (§5.5). Both are
/// findings, and so are fields that are omitted because there are too many.
package struct ReceivedFields: Sendable {
    /// The number of fields that `HTTPFields` can hold; one more ends the process.
    package static let mostFields = Int(UInt16.max) - 1

    private var list: [HTTPField] = []
    private var omittedCount = 0

    /// The fields that were taken over.
    package var fields: HTTPFields {
        // At once: to append them one by one takes several times as long.
        var fields = HTTPFields()
        fields.replaceSubrange(0..<0, with: list)
        return fields
    }

    /// The findings about fields that were omitted or changed.
    package var findings: [Finding] {
        guard omittedCount > 0 else { return irregularities }
        let message = "ignored \(omittedCount.counted("field")) beyond the first \(Self.mostFields)"
        return irregularities + [Finding(.irregularHead, .warning, message)]
    }

    private var irregularities: [Finding] = []

    /// Creates fields of which there are none.
    package init() {}

    /// Adds a field.
    package mutating func append(_ name: String, _ value: String) {
        guard list.count < Self.mostFields else {
            omittedCount += 1
            return
        }
        guard let name = HTTPField.Name(name) else {
            report("the field “\(name.excerpt(80))” was ignored, because its name is not a token")
            return
        }
        if Self.isPlain(value) {
            list.append(HTTPField(name: name, value: value))
            return
        }
        if value.utf8.contains(where: { $0 == 0x00 || $0 == 0x0A || $0 == 0x0D }) {
            report("a line end or zero byte in the value of \(name) was replaced by a space")
        }
        list.append(HTTPField(name: name, lenientValue: value.utf8))
    }

    /// Returns whether a value has visible characters and blanks between them only, so that it is taken over unchanged.
    private static func isPlain(_ value: String) -> Bool {
        var previous: UInt8 = 0x20
        var isFirst = true
        for byte in value.utf8 {
            guard byte &- 0x20 <= 0x5E, !isFirst || byte != 0x20 else { return false }
            (previous, isFirst) = (byte, false)
        }
        return isFirst || previous != 0x20
    }

    private mutating func report(_ message: String) {
        irregularities.append(Finding(.irregularHead, .warning, message))
    }
}

extension ResponseSerializer {
    /// A serializer that reports these findings with its own.
    package func noting(_ findings: [Finding]) -> Self {
        findings.isEmpty ? self : validating { _, _ in findings }
    }
}
