import DecantCore

/// How a type is read.
enum PropertyListTypeKind {
    /// By its own `init(from:)`.
    case plain

    /// Straight from the document.
    case shortcut(any PropertyListShortcut.Type)

    /// From a scalar.
    case scalar(any ScalarDecodable.Type)

    /// Not at all: a type of Foundation, whose conformance to ``ScalarDecodable`` the program does not import.
    case missingImport

    init(_ type: Any.Type) {
        if let type = Self.common(type) {
            self = .shortcut(type)
        } else if let type = type as? any PropertyListShortcut.Type {
            self = .shortcut(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = .scalar(type)
        } else {
            self = FoundationTypes.identifiers.contains(ObjectIdentifier(type)) ? .missingImport : .plain
        }
    }

    /// A type that most programs decode; comparing takes a tenth of the time of asking the program for a conformance.
    private static func common(_ type: Any.Type) -> (any PropertyListShortcut.Type)? {
        if type == [String].self { return [String].self }
        if type == [Int].self { return [Int].self }
        if type == [Double].self { return [Double].self }
        if type == [String: String].self { return [String: String].self }
        if type == String.self { return String.self }
        if type == Int.self { return Int.self }
        return nil
    }
}
