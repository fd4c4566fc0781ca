import DecantCore

/// Makes owned values of nodes, with an explicit stack of open containers.
struct PropertyListValueBuilder {
    private let document: PropertyListDocument
    private let tape: UnsafePropertyListTape
    private var levels: [Level] = []

    init(_ document: PropertyListDocument) {
        self.document = document
        tape = UnsafePropertyListTape(document)
    }

    /// Copies a value.
    mutating func value(at root: Int) throws(ResponseError) -> PropertyListValue {
        var index = root
        var level = Level(end: document.next(after: root))
        while true {
            while index >= level.end {
                guard var outer = levels.popLast() else { return level.first ?? .boolean(false) }
                outer.append(level.value, key: level.key)
                level = outer
            }
            var key = ""
            if level.isDictionary {
                key = tape.string(at: index)
                index = tape.next(after: index)
            }
            let kind = tape[index].kind
            if kind.isContainer {
                try checkDepth(at: index)
                levels.append(level)
                level = Level(kind, end: tape.end(of: index), count: tape.count(of: index), key: key)
            } else {
                level.append(scalar(kind, at: index), key: key)
            }
            index += kind.width
        }
    }

    private func checkDepth(at index: Int) throws(ResponseError) {
        guard levels.count < PropertyListValue.depthLimit else {
            let message = "owned values cannot be nested more than \(PropertyListValue.depthLimit) deep"
            var error = document.error(.limitExceeded, message, at: index)
            error.details.limit = .propertyListDepth
            throw error
        }
    }

    @inline(__always)
    private func scalar(_ kind: PropertyListNode.Kind, at index: Int) -> PropertyListValue {
        switch kind.type {
        case .text, .utf16: return .string(tape.string(at: index))
        case .integer:
            guard let short = tape.shortInteger(at: index), let value = Int(exactly: short) else {
                return .wideInteger(tape.integer(at: index))
            }
            return .integer(value)
        case .real: return .real(tape.real(at: index))
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .date: return .date(secondsSinceReferenceDate: tape.date(at: index))
        case .uid: return .uid(tape.magnitude(at: index))
        default: return .data(tape.data(at: index))
        }
    }
}
