import DecantCore
import DecantDocument

extension JSONScanFailure {
    /// The fault, by what the scanner was about to read.
    var fault: JSONFault {
        switch step {
        case .depth:
            JSONFault(exceeding: .jsonDepth, "arrays and objects are nested more than \(options.depthLimit) deep")
        case .numberLength:
            JSONFault(exceeding: .jsonNumberBytes, "a number has more than \(options.numberLimit) bytes")
        case .nodes:
            JSONFault(exceeding: .nodes, "the text has more than \(options.nodeLimit) values and names")
        case .name, .string: stringFault
        default: isAtEnd ? endFault : invalidTextFault ?? grammarFault
        }
    }

    private var isAtEnd: Bool { position == body.count }

    private var byte: UInt8 { body[position] }

    private var grammarFault: JSONFault {
        switch step {
        case .member: commentFault ?? memberFault
        case .colon: commentFault ?? JSONFault("expected a colon after the name, but found \(found)")
        case .commaOrEnd: commentFault ?? separatorFault
        case .digit: JSONFault("expected a digit \(digitPlace), but found \(found)")
        case .leadingZero: JSONFault("a number cannot begin with 0 if another digit follows")
        default: commentFault ?? valueFault
        }
    }

    /// A text that ends too early.
    private var endFault: JSONFault {
        switch step {
        case .digit: JSONFault("the text ends inside a number")
        case .member, .colon: JSONFault("the text ends inside an object")
        case .commaOrEnd: JSONFault("the text ends inside \(container ?? "a value")")
        default: JSONFault("the text ends \(container.map { "inside \($0)" } ?? "before there is a value")")
        }
    }

    private var container: String? {
        partial.parent.map { partial.document[$0].kind == .object ? "an object" : "an array" }
    }

    private var memberFault: JSONFault {
        guard previous == 0x2C else {
            return JSONFault("expected a name in quotation marks, or “}”, but found \(found)", hint: nameHint)
        }
        guard byte == 0x7D else {
            return JSONFault("expected a name in quotation marks after the comma, but found \(found)", hint: nameHint)
        }
        return JSONFault("expected a name after the comma, but found \(found)", hint: Self.hint(for: "trailingCommas"))
    }

    /// The quirk that accepts a name without quotation marks, or in apostrophes.
    private var nameHint: String? {
        if byte == 0x27 { return Self.hint(for: "singleQuotes") }
        return (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x24 ? Self.hint(for: "unquotedNames") : nil
    }

    private var separatorFault: JSONFault {
        switch container {
        case "an array": JSONFault("expected a comma or “]” after an array element, but found \(found)")
        case "an object": JSONFault("expected a comma or “}” after a member of an object, but found \(found)")
        default: JSONFault("expected the end of the text after the value, but found \(found)")
        }
    }

    private var commentFault: JSONFault? {
        guard byte == 0x2F else { return nil }
        return JSONFault("JSON has no comments", hint: Self.hint(for: "comments"))
    }

    private var digitPlace: String {
        switch body[position - 1] {
        case 0x2E: "after the decimal point"
        case 0x2D where position - 1 == numberStart: "after the minus sign"
        default: "in the exponent"
        }
    }

    /// A minus right before the fault is that of the number, unless an e stands before it.
    private var numberStart: Int {
        position >= 2 && body[position - 2] | 0x20 == 0x65 ? position - 2 : position - 1
    }

    /// Names the quirk that would accept the text.
    static func hint(for quirk: String) -> String { "the quirk “\(quirk)” accepts it" }
}
