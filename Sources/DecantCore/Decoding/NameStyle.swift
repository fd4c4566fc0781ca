/// The comparison of names that are written in different styles: `request_id`, `requestId`, `Request-ID`.
package enum NameStyle {
    /// Whether two names differ in nothing but the case of their letters and the separators between their words.
    package static func isSame(_ name: String, _ other: String) -> Bool {
        name.unicodeScalars.lazy.filter(isPart).elementsEqual(other.unicodeScalars.lazy.filter(isPart)) {
            $0 == $1 || $0.properties.lowercaseMapping == $1.properties.lowercaseMapping
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar != "_" && scalar != "-" && scalar != "." }
}
