package import Decant

/// A lenient option of a format, by its name on the command line.
///
/// The names are those of the library in kebab case.
package enum Quirk: String, CaseIterable, Sendable {
    /// JSON: a comma after the last element or member.
    case trailingCommas = "trailing-commas"

    /// JSON: comments.
    case comments

    /// JSON: `NaN` and `Infinity`.
    case nonFiniteNumbers = "non-finite-numbers"

    /// JSON: strings in single quotation marks.
    case singleQuotes = "single-quotes"

    /// JSON: names without quotation marks.
    case unquotedNames = "unquoted-names"

    /// JSON: the forms of numbers of JSON5.
    case numberForms = "number-forms"

    /// JSON: the escapes of JSON5.
    case escapes

    /// JSON: all whitespace of Unicode.
    case whitespace

    /// JSON: escapes of lone surrogates, read as U+FFFD.
    case loneSurrogates = "lone-surrogates"

    /// JSON: everything that JSON5 allows.
    case json5

    /// JSON and XML: control characters, which JSON keeps in strings, and XML drops.
    case controlCharacters = "control-characters"

    /// XML: whitespace before the XML declaration.
    case leadingWhitespace = "leading-whitespace"

    /// XML: the entities of HTML.
    case htmlEntities = "html-entities"

    /// Property lists: the typed values of GNUstep.
    case gnustepValues = "gnustep-values"

    /// JSON: a prefix against cross-site inclusion.
    case xssiPrefix = "xssi-prefix"

    /// JSON: the call of a function around it.
    case jsonpCallback = "jsonp-callback"

    /// JSON, XML, and property lists: text before the document.
    case textBeforeDocument = "text-before-document"

    /// Creates a quirk from the name that the library uses in a hint; nil if no option sets it.
    package init?(libraryName: some StringProtocol) {
        let words = libraryName.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }
        self.init(rawValue: words.joined())
    }

    /// The quirks of JSON that the name stands for.
    package var json: JSON.Quirks {
        switch self {
        case .trailingCommas: .trailingCommas
        case .comments: .comments
        case .nonFiniteNumbers: .nonFiniteNumbers
        case .singleQuotes: .singleQuotes
        case .unquotedNames: .unquotedNames
        case .numberForms: .numberForms
        case .escapes: .escapes
        case .whitespace: .whitespace
        case .loneSurrogates: .loneSurrogates
        case .json5: .json5
        case .controlCharacters: .controlCharacters
        case .leadingWhitespace, .htmlEntities, .gnustepValues: []
        case .xssiPrefix, .jsonpCallback, .textBeforeDocument: []
        }
    }

    /// Adds the preparation step that the name stands for, if it stands for one.
    func prepare<Handler: ResponseHandler>(_ handler: Handler) -> Handler {
        switch self {
        case .xssiPrefix: handler.removingXSSIPrefix()
        case .jsonpCallback: handler.removingJSONPCallback()
        case .textBeforeDocument: handler.removingTextBeforeDocument()
        default: handler
        }
    }

    /// The quirks of XML that the name stands for.
    package var xml: XML.Quirks {
        switch self {
        case .leadingWhitespace: .leadingWhitespace
        case .htmlEntities: .htmlEntities
        case .controlCharacters: .controlCharacters
        default: []
        }
    }

    /// The quirks of property lists that the name stands for.
    package var propertyList: PropertyList.Quirks { self == .gnustepValues ? .gnustepValues : [] }
}
