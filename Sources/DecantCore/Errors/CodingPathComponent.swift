/// One step from the top of a decoded value down to a part of it.
public enum CodingPathComponent: Sendable, Hashable {
    /// The member with this name.
    case key(String)

    /// The element at this index, from 0.
    case index(Int)
}

extension CodingPathComponent {
    /// Creates a step from a key of Swift's coding machinery.
    ///
    /// - Parameter key: A coding key; one with an integer value counts as an index.
    public init(_ key: some CodingKey) {
        if let index = key.intValue { self = .index(index) } else { self = .key(key.stringValue) }
    }

    /// Writes a path as `users[2].name`.
    ///
    /// - Parameter path: The steps from the top downwards.
    /// - Returns: The path as text; the empty string for the top itself.
    public static func text(of path: [CodingPathComponent]) -> String {
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
