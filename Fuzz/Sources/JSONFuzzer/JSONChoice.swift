import DecantCore
import DecantJSON
import DecantText
import FuzzSupport

/// The options that the first three bytes of an input choose.
struct JSONChoice {
    private(set) var options = JSON.Options()
    private(set) var limits = Limits()

    init(_ input: inout FuzzInput) {
        let syntax = input.takeByte()
        options.allowsFragments = syntax & 1 == 0
        options.rejectsDuplicateKeys = syntax & 2 != 0
        options.removesNullMembers = syntax & 4 != 0
        options.removesNullElements = syntax & 8 != 0
        let rest = input.takeByte()
        options.text.charset = Self.charsets[Int(rest & 7)]
        options.text.replacesMalformed = rest & 8 != 0
        if rest & 16 != 0 { limits.jsonDepth = 3 }
        if rest & 32 != 0 { limits.jsonNumberBytes = 6 }
        if rest & 64 != 0 { limits.nodes = Int(rest >> 2 & 15) }
        options.quirks = JSON.Quirks(rawValue: input.takeByte())
    }

    private static let charsets: [Charset?] = [
        nil, nil, nil, nil, nil, .utf16LittleEndian, .shiftJIS, .iso2022JP,
    ]
}
