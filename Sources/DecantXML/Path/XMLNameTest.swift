/// Which names a step of a path leads to.
struct XMLNameTest: Sendable, Hashable {
    /// What stands before the local name.
    enum Prefix: Sendable, Hashable {
        /// Nothing.
        case none

        /// `*:`, or nothing before a `*`.
        case any

        /// A prefix and a colon.
        case written(String)

        /// The name of a namespace in braces.
        case namespace(String)
    }

    /// What stands before the local name.
    let prefix: Prefix

    /// The local name; nil for any.
    let local: String?
}

extension XMLNameTest {
    /// Finds out what the prefix stands for.
    ///
    /// - Parameters:
    ///   - namespaces: What prefixes stand for.
    ///   - isAttribute: Whether the name is one of an attribute; without a prefix those are in no namespace.
    /// - Returns: How to test a name.
    func resolved(_ namespaces: [String: String], isAttribute: Bool = false) -> XMLNameMatcher {
        switch prefix {
        case .any: return XMLNameMatcher(namespace: nil, local: local, written: nil, writtenPrefix: nil)
        case .namespace(let name):
            return XMLNameMatcher(namespace: name, local: local, written: nil, writtenPrefix: nil)
        case .none:
            if !isAttribute, let name = namespaces[""] {
                return XMLNameMatcher(namespace: name, local: local, written: nil, writtenPrefix: nil)
            }
            return XMLNameMatcher(namespace: nil, local: nil, written: local, writtenPrefix: nil)
        case .written(let prefix):
            if let name = namespaces[prefix] {
                return XMLNameMatcher(namespace: name, local: local, written: nil, writtenPrefix: nil)
            }
            return XMLNameMatcher(
                namespace: nil,
                local: nil,
                written: local.map { "\(prefix):\($0)" },
                writtenPrefix: local == nil ? prefix : nil
            )
        }
    }
}

extension XMLNameTest: CustomStringConvertible {
    /// The test as a path has it.
    var description: String {
        let name = local ?? "*"
        return switch prefix {
        case .none: name
        case .any: local == nil ? "*" : "*:\(name)"
        case .written(let prefix): "\(prefix):\(name)"
        case .namespace(let namespace): "{\(namespace)}\(name)"
        }
    }
}
