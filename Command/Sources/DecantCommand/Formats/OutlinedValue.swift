import Decant
import DecantReport

/// A nested value that is printed as an outline, in the same way for all formats.
protocol OutlinedValue: NestedValue, PrintableValue {
    /// The text before the opening bracket of a value with parts.
    var bracketPrefix: String { get }

    /// Formats a value without parts as text.
    ///
    /// - Parameter isTerminal: Whether the output is a terminal; if so, long values may be shortened.
    /// - Returns: A color, and text without terminal control characters.
    func scalar(isTerminal: Bool) -> (TextStyle.Look, String)
}

extension OutlinedValue {
    var bracketPrefix: String { "" }

    func show(on output: inout ValueOutput) -> [Finding] {
        showParts(on: &output)
        return []
    }

    /// Writes the value and all its parts.
    func showParts(on output: inout ValueOutput) {
        var printer = OutlinePrinter()
        for event in NestedEvents(self) {
            guard !output.isFull else { break }
            printer.print(event, on: &output)
        }
        output.writeLine()
    }
}

extension JSON: OutlinedValue {
    /// Writes the value, with control characters replaced on a terminal, and unchanged otherwise.
    func show(on output: inout ValueOutput) -> [Finding] {
        if output.isTerminal {
            showParts(on: &output)
        } else {
            output.write(self)
            output.writeLine()
        }
        return []
    }

    func scalar(isTerminal: Bool) -> (TextStyle.Look, String) {
        if let string { return (.green, string.quoted) }
        if let number { return (.cyan, number.text) }
        return bool.map { (.magenta, $0 ? "true" : "false") } ?? (.dim, "null")
    }
}

extension PropertyList: OutlinedValue {
    var bracketPrefix: String { kind == .set ? "set " : "" }

    /// Writes the format, then the values, including the types that JSON lacks.
    func show(on output: inout ValueOutput) -> [Finding] {
        output.write(.dim, "// \(format.name)")
        output.writeLine()
        showParts(on: &output)
        return []
    }

    func scalar(isTerminal: Bool) -> (TextStyle.Look, String) {
        switch kind {
        case .string: (.green, (string ?? "").quoted)
        case .integer: (.cyan, (integer(as: Int128.self) ?? 0).description)
        case .real: (.cyan, (double ?? 0).description)
        case .boolean: (.magenta, bool == true ? "true" : "false")
        case .date: (.yellow, DateText(secondsSinceReferenceDate: secondsSinceReferenceDate ?? 0).text)
        case .uid: (.magenta, "uid \(uid ?? 0)")
        default: (.yellow, Self.text(of: data ?? [], isCut: isTerminal))
        }
    }

    /// Returns bytes as hexadecimal digits between angle brackets, as in the text format.
    private static func text(of bytes: [UInt8], isCut: Bool) -> String {
        guard isCut, bytes.count > 32 else { return "<\(bytes.hexadecimal)>" }
        return "<\(bytes.prefix(24).hexadecimal)… \(bytes.count.grouped) bytes>"
    }
}

extension PropertyList.Format {
    fileprivate var name: String {
        switch self {
        case .binary: "binary property list"
        case .xml: "XML property list"
        case .openStep: "OpenStep property list"
        }
    }
}

/// Prints nested values on indented lines in the style of JSON: brackets, names, commas.
struct OutlinePrinter {
    private var depth = 0
    private var isFirst = true
    private var followsName = false

    /// Writes the next event.
    mutating func print<Value: OutlinedValue>(_ event: NestedEvent<Value>, on output: inout ValueOutput) {
        switch event {
        case .begin(let value, .elements): start(value.bracketPrefix + "[", on: &output)
        case .begin(let value, .members): start(value.bracketPrefix + "{", on: &output)
        case .end(.elements): end("]", on: &output)
        case .end(.members): end("}", on: &output)
        case .name(let text):
            separate(&output)
            output.write(.blue, text.quoted)
            output.write(": ")
            followsName = true
        case .scalar(let value):
            separate(&output)
            let (look, text) = value.scalar(isTerminal: output.isTerminal)
            output.write(look, text)
        }
    }

    private mutating func start(_ bracket: String, on output: inout ValueOutput) {
        separate(&output)
        output.write(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func end(_ bracket: String, on output: inout ValueOutput) {
        depth -= 1
        if !isFirst { output.writeLine(indentedBy: depth) }
        isFirst = false
        output.write(bracket)
    }

    /// Starts the line of the next name or unnamed value.
    private mutating func separate(_ output: inout ValueOutput) {
        defer {
            isFirst = false
            followsName = false
        }
        if followsName || depth == 0 { return }
        if !isFirst { output.write(",") }
        output.writeLine(indentedBy: depth)
    }
}
