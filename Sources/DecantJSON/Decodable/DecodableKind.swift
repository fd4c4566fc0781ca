import DecantCore

/// How a type is read.
enum DecodableKind {
    /// By its own `init(from:)`.
    case plain

    /// Straight from the document.
    case shortcut(any JSONShortcut.Type)

    /// From a scalar.
    case scalar(any ScalarDecodable.Type)

    /// Not at all: a type of Foundation, whose conformance to ``ScalarDecodable`` the program does not import.
    case missingImport

    init(_ type: Any.Type) {
        if let type = type as? any JSONShortcut.Type {
            self = .shortcut(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = .scalar(type)
        } else {
            self = FoundationTypes.identifiers.contains(ObjectIdentifier(type)) ? .missingImport : .plain
        }
    }
}
