/// The conversion of names like `one_two` to names like `oneTwo`, as `JSONDecoder` does it.
///
/// Underscores at both ends stay. The words between the others are joined: the first in lower case, each further one
/// with a capital letter at its beginning and small letters after it. A name without an underscore between words stays
/// as it is, in whatever case it is written.
package enum SnakeCase {
    /// Converts a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - separator: What stands between words, if not an underscore; an ASCII character.
    /// - Returns: The name in camel case.
    package static func camelCase(_ name: String, separator: Unicode.Scalar = "_") -> String {
        guard name.utf8.contains(UInt8(ascii: separator)) else { return name }
        let separator = Character(separator)
        guard let first = name.firstIndex(where: { $0 != separator }) else { return name }
        let body = name[first...]
        let trailing = body.reversed().prefix { $0 == separator }.count
        let words = body.dropLast(trailing).split(separator: separator)
        guard words.count > 1 else { return name }
        let joined = words.dropFirst().reduce(words[0].lowercased()) { $0 + capitalized($1) }
        return name[..<first] + joined + String(repeating: separator, count: trailing)
    }

    /// Capitalises the first letter of every run of letters; an apostrophe or an accent does not end a run.
    private static func capitalized(_ word: Substring) -> String {
        var text = ""
        var isInsideRun = false
        for scalar in word.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .titlecaseLetter:
                text += isInsideRun ? scalar.properties.lowercaseMapping : String(scalar)
                isInsideRun = true
            case .lowercaseLetter:
                text += isInsideRun ? String(scalar) : scalar.properties.titlecaseMapping
                isInsideRun = true
            default:
                text.unicodeScalars.append(scalar)
                isInsideRun = isInsideRun && continuesRun(scalar)
            }
        }
        return text
    }

    private static func continuesRun(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherPunctuation, .initialPunctuation: scalar == "'"
        default: scalar.properties.isCaseIgnorable
        }
    }
}

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
