/// Writes nested values on lines with indentation, as JSON has them: brackets, names, commas.
struct OutlinePrinter {
    private var depth = 0
    private var isFirst = true
    private var followsName = false

    /// Writes the next event.
    mutating func print<Value: NestedValue>(_ event: NestedEvent<Value>, on output: inout ValueOutput) {
        switch event {
        case .begin(let value, .elements): begin(value.bracketPrefix + "[", on: &output)
        case .begin(let value, .members): begin(value.bracketPrefix + "{", on: &output)
        case .end(.elements): end("]", on: &output)
        case .end(.members): end("}", on: &output)
        case .name(let text):
            separate(&output)
            output.put(.blue, text.quoted)
            output.put(": ")
            followsName = true
        case .scalar(let value):
            separate(&output)
            let (look, text) = value.scalar(isTerminal: output.isTerminal)
            output.put(look, text)
        }
    }

    private mutating func begin(_ bracket: String, on output: inout ValueOutput) {
        separate(&output)
        output.put(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func end(_ bracket: String, on output: inout ValueOutput) {
        depth -= 1
        if !isFirst { output.putLine(indentedBy: depth) }
        isFirst = false
        output.put(bracket)
    }

    /// Goes to the place of the next name, or of the next value that has none.
    private mutating func separate(_ output: inout ValueOutput) {
        defer {
            isFirst = false
            followsName = false
        }
        if followsName || depth == 0 { return }
        if !isFirst { output.put(",") }
        output.putLine(indentedBy: depth)
    }
}
