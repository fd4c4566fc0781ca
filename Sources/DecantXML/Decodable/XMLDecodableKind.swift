import DecantCore

/// How a type is read.
enum XMLDecodableKind {
    /// By its own `init(from:)`.
    case plain

    /// Straight from the document.
    case shortcut(any XMLShortcut.Type)

    /// From a scalar.
    case scalar(any ScalarDecodable.Type)

    /// Not at all: a type of Foundation, whose conformance to `ScalarDecodable` the program does not import.
    case missingImport

    init(_ type: Any.Type) {
        if let type = type as? any XMLShortcut.Type {
            self = .shortcut(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = .scalar(type)
        } else {
            self = FoundationTypes.identifiers.contains(ObjectIdentifier(type)) ? .missingImport : .plain
        }
    }

    /// Whether a value is made from a text.
    var isScalar: Bool {
        switch self {
        case .plain: false
        case .shortcut(let type): type.isScalar
        case .scalar, .missingImport: true
        }
    }

    /// Whether a value is made from all elements of a name.
    var isList: Bool {
        guard case .shortcut(let type) = self else { return false }
        return type.isList
    }

    /// Whether no value is made from a text of white space.
    var hasNoEmptyValue: Bool {
        guard case .shortcut(let type) = self else { return isScalar }
        return type.isScalar && type != String.self
    }
}
