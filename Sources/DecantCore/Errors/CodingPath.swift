/// The path to a part of a decoded value, from the top down; it prints as `users[2].name`.
public struct CodingPath: Sendable, Hashable {
    let components: [CodingPathComponent]

    /// Creates a path from its components.
    public init(_ components: [CodingPathComponent]) { self.components = components }
}

extension CodingPath: RandomAccessCollection {
    /// The index of the first component.
    public var startIndex: Int { 0 }

    /// The number of components.
    public var endIndex: Int { components.count }

    /// The component at an index.
    public subscript(position: Int) -> CodingPathComponent { components[position] }
}

extension CodingPath: ExpressibleByArrayLiteral {
    /// Creates a path from a literal.
    public init(arrayLiteral components: CodingPathComponent...) { self.init(components) }
}

extension CodingPath: CustomStringConvertible {
    /// The path as text, such as `users[2].name`; empty for the top itself.
    public var description: String { CodingPathComponent.text(of: components) }
}

/// A component of the path to a part of a decoded value.
public enum CodingPathComponent: Sendable, Hashable {
    /// The member with this name.
    case key(String)

    /// The element at this zero-based index.
    case index(Int)
}

extension CodingPathComponent {
    /// Creates a component from a coding key.
    ///
    /// - Parameter key: A coding key; one with an integer value counts as an index.
    public init(_ key: some CodingKey) {
        if let index = key.intValue { self = .index(index) } else { self = .key(key.stringValue) }
    }

    /// Formats a path as text, such as `users[2].name`.
    ///
    /// - Parameter path: The components from the top down.
    /// - Returns: The text; empty for the top itself.
    public static func text(of path: some Sequence<CodingPathComponent>) -> String {
        var text = ""
        for component in path {
            switch component {
            case .key(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
