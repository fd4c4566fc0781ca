import DecantCore
import DecantJSON
import Foundation
import Testing

/// Compares the conversion of names with that of Foundation's `JSONDecoder`.
@Suite struct SnakeCaseTests {
    /// Reads the names of an object as they are after conversion.
    struct Names: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }

    private static let options = DecodingOptions(keys: .convertFromSnakeCase)

    private func ours(_ name: String) throws -> String? {
        let text = try JSONEncoder().encode([name: 1])
        return try JSON(parsing: ResponseBody(text)).decode(Names.self, options: JSON.Options(Self.options)).names.first
    }

    private func oracle(_ name: String) throws -> String? {
        try JSONDecoder(Self.options).decode(Names.self, from: JSONEncoder().encode([name: 1])).names.first
    }

    @Test(arguments: [
        "", "_", "__", "one", "One", "ONE", "_one", "_ONE_", "one_two", "_one_two_", "__one__two__three__", "a_b_c",
        "a__b",
        "oneTwo_three", "ONE_TWO", "one_TWO", "a_1_b", "a_1b", "one_two.three_x", "one_t wo_x", "one_'tis_x", "x_don't",
        "a_9bc_d", "a_bC-dE", "a_fo\u{E9}Bar", "a_\u{E9}x", "\u{DF}_\u{DF}x", "I_iI", "a_\u{301}b", "_\u{301}a",
        "a_b_\u{301}", "a_\u{FB01}x", "a_b\u{1F600}c", "\u{130}_\u{130}_x", "one_two  three", "_a__b_c_",
    ])
    func convertsAsJSONDecoderDoes(_ name: String) throws {
        #expect(try ours(name)?.unicodeScalars.map(\.value) == oracle(name)?.unicodeScalars.map(\.value))
    }

    @Test(arguments: [0x20..<0x250, 0x250..<0x600, 0x1E00..<0x2200, 0xFB00..<0xFB20])
    func convertsWordsAroundEveryScalarAsJSONDecoderDoes(_ block: Range<Int>) throws {
        for value in block {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let name = "a_b\(scalar)c\(scalar)D_\(scalar)x"
            #expect(try ours(name)?.unicodeScalars.map(\.value) == oracle(name)?.unicodeScalars.map(\.value))
        }
    }
}
