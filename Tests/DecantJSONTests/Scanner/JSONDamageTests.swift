import DecantCore
import DecantJSON
import Testing

/// Truncated and bit-flipped texts, which decode to a value or to an error with a location.
@Suite struct JSONDamageTests {
    /// Twenty small texts that together cover every rule of the grammar.
    static let fixtures = [
        "{\"id\":1,\"name\":\"A\",\"tags\":[\"x\",\"y\"],\"ok\":true,\"none\":null}",
        "[1,-2,3.5,-4.25e10,5E-3,0,-0,0.0,1e400]", "[[[[[[1]]]]],[],[[]]]", "{\"a\":{\"b\":{\"c\":{}}}}",
        "\"plain\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\\u00E9\\u6C34\\uD83D\\uDE00\"",
        "\"é水😀 and more text\"",
        "{\"\\u0061\":1,\"a\":2,\"é\":3}", " [ 1 , 2 , { \"a\" : [ ] } ] ",
        "{\n    \"a\": [\n        1,\n        2\n    ]\n}\n",
        "12345678901234567890123", "-9223372036854775808", "18446744073709551615", "true", "null",
        "[true,false,null,true]", "[\"0123456789abcdef\",\"0123456789abcde\",\"0123456789abcdef0\"]",
        "{\"error\":{\"code\":404,\"message\":\"Not found: \\\"x\\\"\"}}",
        "[{\"lat\":52.520008,\"lon\":13.404954},{\"lat\":-33.868820,\"lon\":151.209290}]",
    ]

    /// Parses a text in every way, and reads the whole result.
    private func read(_ bytes: [UInt8], _ options: JSON.Options) {
        do throws(ResponseError) {
            let json = try JSON(parsing: ResponseBytes(bytes), options: options)
            let again = try? JSON(parsing: ResponseBytes(json.bytes(.pretty)))
            if again != json, options.quirks.isEmpty { Issue.record("printed to something else: \(bytes)") }
            _ = json.bytes(.canonical)
            _ = try JSON.Value(json)
        } catch {
            let isInside = error.offset.map { (0...bytes.count).contains($0) } == true
            if !isInside || error.message.isEmpty { Issue.record("\(bytes): \(error)") }
        }
    }

    private static var lenient: JSON.Options {
        var options = JSON.Options()
        options.quirks = [.trailingCommas, .comments, .nonFiniteNumbers]
        options.removesNullMembers = true
        options.removesNullElements = true
        return options
    }

    @Test(arguments: fixtures)
    func everyPrefixIsAValueOrAnError(text: String) throws {
        let bytes = Array(text.utf8)
        for length in 0...bytes.count {
            read(Array(bytes.prefix(length)), JSON.Options())
            read(Array(bytes.prefix(length)), Self.lenient)
        }
    }

    @Test(arguments: fixtures)
    func everyFlippedBitGivesAValueOrAnError(text: String) throws {
        var bytes = Array(text.utf8)
        for index in bytes.indices {
            for bit in 0..<8 {
                bytes[index] ^= 1 << UInt8(bit)
                read(bytes, JSON.Options())
                read(bytes, Self.lenient)
                bytes[index] ^= 1 << UInt8(bit)
            }
        }
    }

    @Test(arguments: fixtures)
    func everyByteInsertedGivesAValueOrAnError(text: String) throws {
        let bytes = Array(text.utf8)
        for index in 0...bytes.count {
            for byte: UInt8 in [
                0x00, 0x0A, 0x20, 0x22, 0x2C, 0x2D, 0x2F, 0x30, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xFF,
            ] {
                var damaged = bytes
                damaged.insert(byte, at: index)
                read(damaged, JSON.Options())
                read(damaged, Self.lenient)
            }
        }
    }
}
