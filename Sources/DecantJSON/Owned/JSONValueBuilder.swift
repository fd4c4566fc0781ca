import DecantCore

/// Makes owned values of nodes, with an explicit stack of open containers.
struct JSONValueBuilder {
    private let document: JSONDocument
    private var levels: [Level] = []

    init(_ document: JSONDocument) {
        self.document = document
    }

    /// Copies a value.
    mutating func value(at root: Int) throws(ResponseError) -> JSONValue {
        var index = root
        var level = Level(end: document.next(after: root))
        while true {
            while index >= level.end {
                guard var outer = levels.popLast() else { return level.first ?? .null }
                outer.append(level.value, named: level.name)
                level = outer
            }
            let name = level.isObject ? document.string(at: index) : ""
            if level.isObject { index += 1 }
            let node = document.nodes[index]
            if node.kind.isContainer {
                try checkDepth(at: index)
                levels.append(level)
                level = Level(node, name: name)
            } else {
                level.append(scalar(at: index), named: name)
            }
            index += 1
        }
    }

    private func checkDepth(at index: Int) throws(ResponseError) {
        guard levels.count < JSONValue.depthLimit else {
            let message = "owned values cannot be nested more than \(JSONValue.depthLimit) deep"
            var error = document.error(.limitExceeded, message, at: index)
            error.details.limit = .jsonDepth
            throw error
        }
    }

    @inline(__always)
    private func scalar(at index: Int) -> JSONValue {
        let node = document.nodes[index]
        switch node.kind {
        case .null: return .null
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .string, .escapedString: return .string(document.string(at: index))
        case .integer:
            if let value = Int(exactly: Int64(bitPattern: node.payload)) { return .integer(value) }
            return .number(JSONNumber(validated: document.numberText(at: index)))
        default: return number(at: index)
        }
    }

    private func number(at index: Int) -> JSONValue {
        let isInteger = document.kind(of: index) == .unsigned || document.hasOnlyDigits(index)
        guard isInteger else { return .double(document.double(at: index)) }
        return .number(JSONNumber(validated: document.numberText(at: index)))
    }
}
