/// The location of an error as a decoder reports it: an offset and the bytes it refers to.
///
/// The error computes the line, the column, and the snippet from it once, when it is created or moved.
package enum ErrorSite: Sendable {
    /// An offset in the body passed to the decoder; the response pipeline adds the body later.
    case body(Int)

    /// An offset in bytes without lines: a binary format, or a stream whose bytes were dropped.
    case bytes(Int)

    /// An offset in a text, and its line if known; see ``SourceText/position(of:line:)``.
    case text(Int, SourceText, line: Int? = nil)
}

/// The resolved location of an error.
enum ErrorLocation: Sendable {
    case unknown

    /// An offset in a body that is still unknown.
    case body(Int)

    /// An offset in bytes without lines.
    case bytes(Int)

    /// A position in a text.
    case text(SourcePosition, Snippet)

    /// Computes the line, the column, and the snippet of a site; no other function does so for errors.
    init(_ site: ErrorSite) {
        switch site {
        case .body(let offset): self = .body(max(0, offset))
        case .bytes(let offset): self = .bytes(max(0, offset))
        case .text(let offset, let source, let line):
            let position = source.position(of: offset, line: line)
            self = .text(position, source.snippet(at: offset, line: position.line))
        }
    }

    var offset: Int? {
        switch self {
        case .unknown: nil
        case .body(let offset), .bytes(let offset): offset
        case .text(let position, _): position.offset
        }
    }

    var position: SourcePosition? {
        guard case .text(let position, _) = self else { return nil }
        return position
    }

    var snippet: Snippet? {
        guard case .text(_, let snippet) = self else { return nil }
        return snippet
    }
}

extension ResponseError {
    /// Returns the error with another location, such as the location in a stream for an error in an item.
    package func moved(to site: ErrorSite) -> ResponseError {
        var error = self
        error.details.location = ErrorLocation(site)
        return error
    }

    /// Resolves the location of an error that has only an offset in the body of its decoder.
    ///
    /// - Parameter site: A closure that returns the site of an offset in this body.
    package mutating func locate(_ site: (_ offset: Int) -> ErrorSite) {
        guard case .body(let offset) = details.location else { return }
        details.location = ErrorLocation(site(offset))
    }

    /// Returns the error with its location resolved in a body, which is read as UTF-8.
    func located(in body: ResponseBytes) -> ResponseError {
        var error = self
        error.locate { $0 <= body.count ? .text($0, SourceText(body)) : .body($0) }
        return error
    }

    /// Adds a body to the error, and resolves its location.
    package mutating func add(_ body: ResponseBytes, _ limits: Limits) {
        // Each change of the contents allocates them again.
        var details = details
        details.body = body.prefix(limits.errorBodyBytes)
        details.bodyCount = body.count
        details.limitValue = details.limit.map { limits[$0] }
        self.details = details
        self = located(in: body)
    }
}

// MARK: - Paths

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
