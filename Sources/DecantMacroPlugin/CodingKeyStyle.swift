#if Macros
/// A style of names in the text, which the names of properties and cases are converted to.
///
/// The raw values are the cases of `DecodingOptions.Keys`, which name the opposite conversion.
enum CodingKeyStyle: String {
    case asWritten = "useDefaultKeys"
    case snakeCase = "convertFromSnakeCase"
    case kebabCase = "convertFromKebabCase"
    case capitalized = "convertFromCapitalized"

    /// Returns the name in the text for the name of a property or a case.
    func name(for name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: Self.separated(name, by: "_")
        case .kebabCase: Self.separated(name, by: "-")
        case .capitalized: name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    /// Converts `myURLParser` to `my_url_parser`, as `JSONEncoder` does: a word begins at an uppercase letter that
    /// follows another character, and at the last of several uppercase letters that a lowercase letter follows.
    private static func separated(_ name: String, by separator: String) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if letter.isUppercase, index > 0, letters[index - 1] != "_" {
                let endsWord = !letters[index - 1].isUppercase
                let beginsWord = index + 1 < letters.count && letters[index + 1].isLowercase
                if endsWord || beginsWord { result += separator }
            }
            result += letter.lowercased()
        }
        return result
    }
}
#endif
