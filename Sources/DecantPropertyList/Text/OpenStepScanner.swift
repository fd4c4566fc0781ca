// The grammar, which nobody has written down officially; it is that of CoreFoundation's reader, less its leniencies:
//
//   list        = value | members            the latter is the form of strings files
//   value       = string | data | "(" [value *("," value) [","]] ")" | "{" members "}"
//   members     = *(string ["=" value] ";")  without "=" the key is its own value
//   string      = 1*(letter | digit | "_" | "$" | "/" | ":" | "." | "-") | '"' … '"' | "'" … "'"
//   data        = "<" *(hexadecimal digits in pairs) ">"
//
// White space and comments may stand between any two of these, and between the digits of data.

import DecantCore
import DecantDocument

/// Reads the text format of OpenStep, without recursion.
struct OpenStepScanner {
    var text: OpenStepText
    var writer: PropertyListWriter
    let quirks: PropertyList.Quirks

    init(_ body: ResponseBody, _ quirks: PropertyList.Quirks, _ limits: Limits) {
        text = OpenStepText(body)
        writer = PropertyListWriter(body, limits)
        self.quirks = quirks
    }

    /// Reads the whole text.
    mutating func run() throws(PropertyListTextFault) {
        try text.skip()
        let isStringsFile = try beginsMember()
        if isStringsFile { try writer.open(.object, at: text.position) } else { try value() }
        while writer.depth > 0 {
            try text.skip()
            if isStringsFile, writer.depth == 1, text.isAtEnd {
                writer.close()
            } else if writer.kind == .object {
                try member(canEnd: !isStringsFile || writer.depth > 1)
            } else {
                try element()
            }
        }
        try text.skip()
        guard text.isAtEnd else { throw fault("expected nothing more") }
    }

    /// Whether the text is a strings file: one that is empty, or begins with a key and what stands behind one.
    private func beginsMember() throws(PropertyListTextFault) -> Bool {
        if text.isAtEnd { return true }
        guard text.byte == 0x22 || text.byte == 0x27 || text.byte.isOpenStepLetter else { return false }
        var ahead = text
        try ahead.skipString()
        try ahead.skip()
        return ahead.byte == 0x3D || ahead.byte == 0x3B
    }

    /// A member, or the end of the dictionary.
    private mutating func member(canEnd: Bool) throws(PropertyListTextFault) {
        if canEnd, text.take(0x7D) { return try end() }
        let key = text.position
        writer.count()
        try string(expected: "a key or “}”")
        try text.skip()
        if text.take(0x3D) {
            try text.skip()
            let depth = writer.depth
            try value()
            // What ends a container that has just begun comes later.
            if writer.depth == depth { try endOfMember() }
        } else {
            let place = text.position
            text.position = key
            try string(expected: "a key")
            text.position = place
            try endOfMember()
        }
    }

    private mutating func endOfMember() throws(PropertyListTextFault) {
        try text.skip()
        guard text.take(0x3B) else { throw fault("expected “;” behind the value of a key") }
    }

    /// An element, or the end of the array.
    private mutating func element() throws(PropertyListTextFault) {
        if text.take(0x29) { return try end() }
        writer.count()
        let depth = writer.depth
        try value()
        if writer.depth == depth { try endOfElement() }
    }

    private mutating func endOfElement() throws(PropertyListTextFault) {
        try text.skip()
        guard text.take(0x2C) || text.byte == 0x29 else { throw fault("expected “,” or “)” behind an element") }
    }

    /// Ends a container, which itself is an element or a value.
    private mutating func end() throws(PropertyListTextFault) {
        writer.close()
        switch writer.kind {
        case .object?: try endOfMember()
        case .array?: try endOfElement()
        default: break
        }
    }

    /// A value, or the beginning of a container.
    private mutating func value() throws(PropertyListTextFault) {
        let place = text.position
        switch text.byte {
        case 0x28:
            text.position += 1
            try writer.open(.array, at: place)
        case 0x7B:
            text.position += 1
            try writer.open(.object, at: place)
        case 0x3C: try angleBrackets()
        default: try string(expected: "a value")
        }
    }

    /// The fault at the place that is being read.
    func fault(_ message: String) -> PropertyListTextFault {
        let found = text.isAtEnd ? "the end of the text" : "“\(text.character)”"
        return PropertyListTextFault("\(message), found \(found)", at: text.position)
    }
}

extension OpenStepText {
    /// The character that is being read, fit to print.
    fileprivate var character: String {
        let bytes = bytes(position..<min(position + 4, count))
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map { String($0).printable } ?? ""
    }
}

extension UInt8 {
    /// Whether a string without quotation marks may have the character.
    var isOpenStepLetter: Bool {
        switch self {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x3A, 0x5F, 0x24, 0x2F, 0x2E, 0x2D: true
        default: false
        }
    }
}
