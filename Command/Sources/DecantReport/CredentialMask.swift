package import Decant
import DecantCaptures
package import HTTPTypes

/// Hides credentials in URLs and in texts that come from a response, unless they are wanted.
///
/// A capture has tokens and passwords in its bodies, and so have the lines of an error and the outline of a value.
package struct CredentialMask: Sendable {
    /// Whether credentials are hidden; otherwise texts are returned unchanged.
    package let isActive: Bool

    package init(isActive: Bool) {
        self.isActive = isActive
    }

    /// Returns a text with a dot for each character of a credential, so a caret below the line keeps its column.
    package func callAsFunction(_ text: String) -> String { isActive ? Credentials.masked(text) : text }

    /// Returns a URL without credentials.
    package func url(_ url: String) -> String { isActive ? Credentials.redacted(url: url) : url }

    /// Returns the value of a header field without credentials.
    package func value(_ value: String, of name: HTTPField.Name) -> String {
        isActive ? Credentials.redacted(value, of: name) : value
    }

    /// Returns the message of an error or of an unreadable input; nil for other verdicts.
    package func message(of verdict: Outcome.Verdict) -> String? {
        guard let message = verdict.errorMessage, isActive, case .failure(let error) = verdict else {
            return verdict.errorMessage.map { self($0) }
        }
        return self(BodyCredentials(error).masked(quotationsIn: message))
    }

    /// Hides the credentials in a report of an error that its lines do not show with their names.
    package func apply(to report: inout ErrorReport, of error: ResponseError) {
        guard isActive else { return }
        let credentials = BodyCredentials(error)
        report.headline = credentials.masked(quotationsIn: report.headline)
        for index in report.findings.indices {
            let finding = report.findings[index]
            let message = credentials.masked(quotationsIn: finding.message)
            report.findings[index] = Finding(finding.code, finding.severity, message, offset: finding.offset)
        }
        report.snippet = report.snippet.map { self(credentials.masked($0, caret: report.snippetCaret, of: error)) }
    }
}

/// The credentials in the body of an error.
///
/// Why: a message may quote a value, and a snippet may begin after a name. What they show is a credential if the whole
/// body says so.
private struct BodyCredentials {
    private let body: [UInt8]
    private let ranges: [Range<Int>]

    init(_ error: ResponseError) {
        body = Array(error.body)
        ranges = Credentials.ranges(in: body)
    }

    /// Returns a message with dots in place of quoted credentials.
    func masked(quotationsIn message: String) -> String {
        ranges.isEmpty ? message : Credentials.masked(message, quoting: body)
    }

    /// Returns a snippet with dots in place of the credentials in the line of the body.
    func masked(_ snippet: String, caret: Int, of error: ResponseError) -> String {
        var before = Array(snippet.prefix(caret).unicodeScalars)
        var after = Array(snippet.dropFirst(caret).unicodeScalars)
        let (isCut, isCutAtEnd) = (before.first == "…", after.last == "…")
        if isCut { before.removeFirst() }
        if isCutAtEnd { after.removeLast() }
        let line = before + after
        var position = (error.offset ?? 0) - before.reduce(0) { $0 + Self.bytes(of: $1).count }
        guard (0...body.count).contains(position), body[position...].starts(with: line.flatMap(Self.bytes)) else {
            return snippet
        }
        var masked = isCut ? "…" : ""
        var rest = ranges[...]
        for scalar in line {
            while let range = rest.first, range.upperBound <= position { rest.removeFirst() }
            masked.unicodeScalars.append(rest.first?.contains(position) == true ? "•" : scalar)
            position += Self.bytes(of: scalar).count
        }
        return masked + (isCutAtEnd ? "…" : "")
    }

    /// Returns the bytes of the body for a scalar of a snippet, in which a symbol stands for a control character.
    private static func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
        switch scalar.value {
        case 0x2400...0x241F: [UInt8(scalar.value - 0x2400)]
        case 0x2421: [0x7F]
        default: Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
