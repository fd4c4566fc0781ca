/// Writes nested values on lines with indentation, as JSON has them: brackets, names, commas.
struct OutlinePrinter {
    private var depth = 0
    private var isFirst = true
    private var followsName = false

    /// Begins an array or an object.
    mutating func begin(_ bracket: String, on output: inout ValueOutput) {
        separate(&output)
        output.put(bracket)
        depth += 1
        isFirst = true
    }

    /// Ends an array or an object.
    mutating func end(_ bracket: String, on output: inout ValueOutput) {
        depth -= 1
        if !isFirst { output.putLine(indentedBy: depth) }
        isFirst = false
        output.put(bracket)
    }

    /// Writes the name of the member to come.
    mutating func name(_ text: String, on output: inout ValueOutput) {
        separate(&output)
        output.put(.blue, text.quoted)
        output.put(": ")
        followsName = true
    }

    /// Writes a value without parts.
    mutating func scalar(_ look: TextStyle.Look, _ text: String, on output: inout ValueOutput) {
        separate(&output)
        output.put(look, text)
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
