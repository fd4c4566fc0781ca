public import DecantCore

/// The functions that build a format's owned values.
@usableFromInline
package protocol OwnedValues {
    associatedtype Value

    /// Creates the value of a node that is not a container.
    static func scalar(at index: Int, of document: FlatDocument) -> Value
    static func list(_ kind: DocumentNode.Kind, _ elements: [Value]) -> Value
    static func object(_ members: [(key: String, value: Value)]) -> Value
}

/// The maximum nesting of owned values, because Swift releases and compares them by recursion.
@inlinable var ownedDepthLimit: Int { 512 }

/// A builder that creates owned values from nodes, with an explicit stack of open containers.
@usableFromInline
package struct OwnedValueBuilder<Values: OwnedValues> {
    /// A container that is being filled.
    @usableFromInline
    struct Level {
        /// The index after the last node of the container.
        @usableFromInline let end: Int
        @usableFromInline let kind: DocumentNode.Kind

        /// The name of the container in the enclosing object.
        @usableFromInline let name: String

        @usableFromInline var elements: [Values.Value] = []
        @usableFromInline var members: [(key: String, value: Values.Value)] = []

        @inlinable
        init(_ kind: DocumentNode.Kind, end: Int, count: Int, name: consuming String) {
            self.end = end
            self.kind = kind
            self.name = name
            if kind == .object { members.reserveCapacity(count) } else { elements.reserveCapacity(count) }
        }

        @inlinable
        mutating func append(_ value: consuming Values.Value, named name: consuming String) {
            if kind == .object {
                members.append((key: name, value: value))
            } else {
                elements.append(value)
            }
        }

        /// Ends the container, and returns its value and its name without copying them.
        @inlinable
        consuming func close() -> (value: Values.Value, name: String) {
            (kind == .object ? Values.object(members) : Values.list(kind, elements), name)
        }
    }

    @usableFromInline let document: FlatDocument
    @usableFromInline let limit: Limits.Name
    @usableFromInline var levels: [Level] = []

    /// Creates a builder; `limit` is the format's depth limit, for the error.
    @inlinable
    package init(_ document: FlatDocument, limit: Limits.Name) {
        self.document = document
        self.limit = limit
    }

    /// Copies a value from the document.
    ///
    /// - Throws: ``ResponseError`` if containers are nested too deep.
    @inlinable
    package mutating func value(at root: Int) throws(ResponseError) -> Values.Value {
        // A local constant is not retained for each use.
        let document = document
        guard document[root].kind.isContainer else { return Values.scalar(at: root, of: document) }
        var index = root + 1
        var level = Level(document[root].kind, end: document[root].end, count: document[root].count, name: "")
        while true {
            while index >= level.end {
                let (value, name) = (consume level).close()
                guard let outer = levels.popLast() else { return value }
                level = outer
                level.append(value, named: name)
            }
            let name = level.kind == .object ? document.string(at: index) : ""
            if level.kind == .object { index += 1 }
            let node = document[index]
            if node.kind.isContainer {
                guard levels.count + 1 < ownedDepthLimit else { throw tooDeep(at: index) }
                levels.append(consume level)
                level = Level(node.kind, end: node.end, count: node.count, name: name)
            } else {
                level.append(Values.scalar(at: index, of: document), named: name)
            }
            index += 1
        }
    }

    @usableFromInline
    func tooDeep(at index: Int) -> ResponseError {
        let message = "owned values cannot be nested more than \(ownedDepthLimit) deep"
        var error = document.error(.limitExceeded, message, at: index)
        error.details.limit = limit
        return error
    }
}
