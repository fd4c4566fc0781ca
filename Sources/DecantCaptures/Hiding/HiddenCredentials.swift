internal import DecantCore

/// Hides the credentials that ``Credentials`` finds, and nothing else.
struct HiddenCredentials {
    private let placeholders: Placeholders

    init(_ placeholders: Placeholders) { self.placeholders = placeholders }

    /// Returns a URL with placeholders for its user and its credentials.
    func hidden(url: String) -> String { hidden(url, isURL: true) }

    /// Returns the value of a field with placeholders for its credentials.
    func hidden(_ value: String, of name: String) -> String {
        if CredentialName.scope(of: Array(name.utf8)[...], in: .field) != nil {
            return HiddenFields(placeholders).hidden(value, of: name)
        }
        return hidden(value, isURL: Credentials.links.contains(name.lowercased()))
    }

    /// Hides the credentials of a text in UTF-8.
    func hide(in text: inout [UInt8], isURL: Bool = false) {
        for range in CredentialRanges(in: text, isURL: isURL).all {
            let notations: [EscapeNotation] = isURL ? [.percent] : [.backslash, .references, .percent]
            let notation = notations.first { notation in text[range].contains { $0 == notation.mark } }
            placeholders.hide(range, in: &text, notation ?? .plain)
        }
    }

    private func hidden(_ text: String, isURL: Bool) -> String {
        var bytes = Array(text.utf8)
        hide(in: &bytes, isURL: isURL)
        return String(decoding: bytes, as: UTF8.self)
    }
}
