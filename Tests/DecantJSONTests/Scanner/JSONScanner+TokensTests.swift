import DecantCore
import DecantDocument
import DecantJSON
import TestSupport
import Testing

/// Texts scanned in chunks, which yield the same documents and errors as texts scanned byte by byte.
@Suite struct JSONScannerTokensTests {
    private static var never: JSONChunkSizes {
        var sizes = JSONChunkSizes()
        sizes.textLength = .max
        return sizes
    }

    /// Chunks of every size: the smallest sizes, sizes that end inside a text, and the default.
    private static let lengths: [JSONChunkSizes] = [0, 40, 1 << 20].map { tokens in
        var sizes = JSONChunkSizes()
        sizes.textLength = 0
        sizes.sampleTokens = tokens
        sizes.maxTokens = tokens
        sizes.plainLength = tokens == 40 ? 300 : 0
        return sizes
    }

    /// All nodes of a document, or all properties of an error.
    private func outcome(_ bytes: [UInt8], _ options: JSON.Options, _ limits: Limits, _ sizes: JSONChunkSizes) -> String
    {
        do throws(ResponseError) {
            let json = try JSON(parsing: ResponseBytes(bytes), options: options, limits: limits, chunks: sizes)
            let flat = json.flat
            let nodes = (0..<flat.count).map { "\(flat[$0].head):\(flat[$0].payload)" }
            return nodes.joined(separator: " ") + " \(flat.notes)"
        } catch {
            let details = "\(String(describing: error.position)) \(error.path)"
            return "\(error) \(details) \(error.code) \(String(describing: error.limit))"
        }
    }

    private func check(_ bytes: [UInt8], options: JSON.Options = JSON.Options(), limits: Limits = Limits()) {
        let expected = outcome(bytes, options, limits, Self.never)
        for sizes in Self.lengths {
            let found = outcome(bytes, options, limits, sizes)
            if found != expected {
                Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(found) instead of \(expected)")
            }
        }
    }

    private static func options(_ bits: Int) -> JSON.Options {
        var options = JSON.Options()
        options.removesNullMembers = bits & 1 != 0
        options.removesNullElements = bits & 2 != 0
        if bits & 4 != 0 { options.quirks = .json5 }
        return options
    }

    @Test(arguments: JSONScannerFault.all)
    func rejectTheSameTexts(fault: JSONScannerFault) {
        check(fault.bytes)
        let before = Array("[\"\",{\"name\" : \"value\"},[], -1.5e3 , \"\\n\\uD83D\\uDE00\",null,".utf8)
        for count in 1..<5 {
            let bytes = (0..<count).flatMap { _ in before } + fault.bytes
            check(bytes, options: Self.options(count * 2 - 1))
        }
    }

    @Test(arguments: JSONDamageTests.fixtures)
    func readTheSameForAnyChunkStart(text: String) {
        for spaces in 0..<70 {
            check([UInt8](repeating: 0x20, count: spaces) + Array(text.utf8))
            check(Array("[[],{},\"\(String(repeating: "x", count: spaces))\",\(text) ]".utf8))
        }
    }

    @Test("Reject the same sequences at every offset of two blocks", arguments: UnsafeJSONTokensTests.sequences)
    func rejectTheSameSequencesAtEveryOffsetOfTwo(bytes: [UInt8], isValid: Bool) {
        for index in 0..<130 {
            check(Array("[1,\"".utf8) + [UInt8](repeating: 0x61, count: index) + bytes + Array("abc\",2]".utf8))
        }
    }

    /// Numbers are checked in words of eight characters.
    ///
    /// This covers each length, with every character at each offset of the first word and the byte after it. Longer
    /// numbers have the characters at the ends of ranges that the scanner distinguishes.
    @Test(arguments: 1..<20)
    func readTheSameNumbersOfEachLength(length: Int) {
        let digits = Array("98765432109876543210".utf8.prefix(length))
        var numbers = [digits]
        let bounds =
            Array("\t\n\r !\"*+,-./059:;DEFZ[\\]^`def{|}~".utf8) + [0, 0x1F, 0x7F, 0x80, 0xAE, 0xB0, 0xB9, 0xFF]
        for index in digits.indices {
            for character in length < 10 ? Array(UInt8.min...UInt8.max) : bounds {
                var number = digits
                number[index] = character
                numbers.append(number)
            }
            for second in digits.indices.dropFirst(index + 1) {
                for (first, other) in [(0x2E, 0x2E), (0x2E, 0x65), (0x2D, 0x2E), (0x30, 0x2E), (0x65, 0x2D)] {
                    var number = digits
                    number[index] = UInt8(first)
                    number[second] = UInt8(other)
                    numbers.append(number)
                }
            }
        }
        for number in numbers {
            check([0x5B] + number + Array(",1]".utf8))
            check(Array("{\"a\":".utf8) + number + Array("}".utf8))
            check(Array("[\"\",".utf8) + number + Array(" ]".utf8))
        }
        var limits = Limits()
        limits.jsonNumberBytes = length - 1
        check([0x5B] + digits + [0x5D], limits: limits)
    }

    /// Two escapes are checked together.
    ///
    /// This covers each digit of both with every character, and escapes that are not characters.
    @Test func readTheSameEscapesInPairs() {
        let pair = Array("\\u00e9\\u6C34".utf8)
        for index in pair.indices {
            for character in UInt8.min...UInt8.max {
                var changed = pair
                changed[index] = character
                check(Array("[\"\\n".utf8) + changed + Array("x\"]".utf8))
            }
        }
        let escapes = ["\\uD83D", "\\uDE00", "\\ud7ff", "\\uE000", "\\u000", "\\u0041", "\\n", "\\", "\\u", "d"]
        for first in escapes {
            for second in escapes {
                for third in escapes { check(Array("[\"\(first)\(second)\(third)\",\"\"]".utf8)) }
            }
        }
    }

    /// A colon and the space after it are checked together.
    ///
    /// This covers every two bytes after a colon, one of them possibly whitespace.
    @Test func readTheSameAfterAColon() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max where min(first, second) <= 0x22 {
                check(Array("{\"a\":".utf8) + [first, second] + Array("1}".utf8))
            }
        }
    }

    /// Indentation is skipped in steps of eight, four, two, and one spaces.
    ///
    /// This covers each width before every kind of token.
    @Test(arguments: ["\n", "\r\n", "\t\n ", "\n\n", "\u{1}", "\n\t", ""])
    func readTheSameIndentations(lineEnd: String) {
        for width in 0..<40 {
            let line = lineEnd + String(repeating: " ", count: width)
            check(Array("\(line){\(line)\"a\":\(line)[\(line)1\(line),\(line)[\(line)]\(line)]\(line)}\(line)".utf8))
            check(Array("[1,\(line)\u{0B}2]".utf8))
            check(Array("[1,\(line)\(line)\u{A0}2]".utf8))
        }
    }

    @Test func readTheSameInGeneratedAndDamagedTexts() {
        for seed in 0..<150 {
            var source = JSONTextSource(seed: UInt64(seed))
            var bytes = Array(source.value(5).utf8)
            check(bytes)
            var limits = Limits()
            limits.jsonDepth = source.number(4)
            limits.jsonNodes = source.number(200)
            limits.jsonNumberBytes = source.number(5)
            check(bytes, limits: limits)
            for _ in 0..<12 {
                guard !bytes.isEmpty else { break }
                let index = source.number(bytes.count)
                switch source.number(3) {
                case 0: bytes[index] = JSONTextSource.delicate[source.number(JSONTextSource.delicate.count)]
                case 1: bytes.remove(at: index)
                default: bytes.insert(JSONTextSource.delicate[source.number(JSONTextSource.delicate.count)], at: index)
                }
                check(bytes, options: Self.options(source.number(8)))
            }
        }
    }

    /// A string with more escapes than a chunk has tokens, and containers that end in a later chunk.
    @Test func readTheSameInUniformTexts() {
        for count in [1, 7, 8, 9, 1000, 1100, 2300] {
            check(Array("[\"\(String(repeating: "\\n\\u00e9", count: count))\",1]".utf8))
            let depth = min(count, 500)
            check(Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8))
            check(Array("[\(String(repeating: "[],", count: count))[[[[[[[[[[1]]]]]]]]]],2]".utf8))
            check(Array("{\"a\":[\(String(repeating: "\"\",", count: count))null]}".utf8), options: Self.options(3))
            let long = String(repeating: "x", count: 40 * count)
            check(Array("[\"\(long)\",\(String(repeating: " ", count: count))1]".utf8))
            // A leading quirk. After it, the nodes have no reserved capacity.
            check(
                Array("[{'a':\"b\",c:'d'},\(String(repeating: "{\"a\":\"\"},", count: count))1]".utf8),
                options: Self.options(4)
            )
        }
    }
}

/// Random JSON.
struct JSONTextSource {
    /// Bytes that are significant to a parser.
    static let delicate: [UInt8] =
        Array("\"\\{}[]:, \n\t/*0123456789-+.eEtfn'x".utf8) + [0x00, 0x0C, 0x1F, 0x7F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]

    private var numbers: PseudorandomNumbers

    init(seed: UInt64) {
        numbers = PseudorandomNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    }

    mutating func number(_ bound: Int) -> Int { numbers.number(below: bound) }

    /// A value with nested containers, up to the given depth.
    mutating func value(_ depth: Int) -> String {
        switch number(depth > 0 ? 12 : 7) {
        case 0: return ["true", "false", "null", "null"][number(4)]
        case 1: return ["0", "-0", "17", "-5", "1.5", "2e9", "123456789012345678901", "-0.25E-7"][number(8)]
        case 2: return String(number(1 << 20))
        case 3..<7: return string()
        case 7..<10:
            let members = (0..<number(9)).map { _ in string() + white() + ":" + white() + value(depth - 1) }
            return "{" + white() + members.joined(separator: white() + "," + white()) + white() + "}"
        default:
            let elements = (0..<number(9)).map { _ in value(depth - 1) }
            return "[" + white() + elements.joined(separator: white() + "," + white()) + white() + "]"
        }
    }

    private mutating func white() -> String {
        ["", "", "", " ", "\n  ", "\r\n\t", "\n      ", "\n       "][number(8)]
    }

    private mutating func string() -> String {
        let parts = [
            "a", "key", " ", "é", "水", "😀", "\\n", "\\\"", "\\\\", "\\u00e9", "\\uD83D\\uDE00", "0123456789abcdef", "{",
            ",",
        ]
        return "\"" + (0..<number(7)).map { _ in parts[number(parts.count)] }.joined() + "\""
    }
}
