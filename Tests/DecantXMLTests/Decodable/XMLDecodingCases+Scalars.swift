import DecantCore
import DecantXML

extension XMLDecodingCases {
    static let scalars = [
        XMLDecodingCase(
            "truth",
            "<r><a>true</a><a> 1 </a><a>false</a><a>0</a></r>",
            as: [Bool].self,
            "[true, true, false, false]"
        ),
        XMLDecodingCase("no truth", "<r>yes</r>", as: Bool.self, "typeMismatch at "),
        XMLDecodingCase("capital truth", "<r>True</r>", as: Bool.self, "typeMismatch at "),
        XMLDecodingCase("integers", "<r>007 +5 -0 -12</r>", as: [Int].self, "[7, 5, 0, -12]"),
        XMLDecodingCase(
            "the greatest",
            "<r>9223372036854775807 -9223372036854775808</r>",
            as: [Int].self,
            "[9223372036854775807, -9223372036854775808]"
        ),
        XMLDecodingCase("one more", "<r>9223372036854775808</r>", as: Int.self, "typeMismatch at "),
        XMLDecodingCase("bytes", "<r>255</r>", as: UInt8.self, "255"),
        XMLDecodingCase("more than a byte", "<r><a>256</a></r>", as: [UInt8].self, "typeMismatch at [0]"),
        XMLDecodingCase("less than nothing", "<r>-1</r>", as: UInt.self, "typeMismatch at "),
        XMLDecodingCase(
            "128 bits",
            "<r>170141183460469231731687303715884105727</r>",
            as: Int128.self,
            "170141183460469231731687303715884105727"
        ),
        XMLDecodingCase("zeros in front", "<r>\(String(repeating: "0", count: 50))1</r>", as: Int8.self, "1"),
        XMLDecodingCase("a fraction", "<r>1.0</r>", as: Int.self, "typeMismatch at "),
        XMLDecodingCase("a sign only", "<r>-</r>", as: Int.self, "typeMismatch at "),
        XMLDecodingCase(
            "floats",
            "<r>1 -.5 2. +1e3 1E-2 00.5</r>",
            as: [Double].self,
            "[1.0, -0.5, 2.0, 1000.0, 0.01, 0.5]"
        ),
        XMLDecodingCase("short floats", "<r>0.1</r>", as: Float.self, "0.1"),
        XMLDecodingCase("no digits", "<r>INF -INF +INF NaN</r>", as: [Double].self, "[inf, -inf, inf, nan]"),
        XMLDecodingCase("no digits, refused", "<r>INF</r>", as: Double.self, "typeMismatch at ") {
            $0.decoding.nonFiniteNumbers = .throw
        },
        XMLDecodingCase("no digits, by name", "<r>much less none</r>", as: [Float].self, "[inf, -inf, nan]") {
            $0.decoding.nonFiniteNumbers = .convertFromString(
                positiveInfinity: "much",
                negativeInfinity: "less",
                nan: "none"
            )
        },
        XMLDecodingCase("too much", "<r>1e400</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase(
            "words of other languages",
            "<r>inf infinity nan 0x1p3</r>",
            as: [Double].self,
            "typeMismatch at [0]"
        ),
        XMLDecodingCase("hexadecimal", "<r>0x10</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase("a point", "<r>.</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase("an exponent without digits", "<r>1e</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase("a raw value", "<r>high</r>", as: Types.Level.self, "high"),
        XMLDecodingCase(
            "a raw value that is none",
            "<r><a>middle</a></r>",
            as: [Types.Level].self,
            "dataCorrupted at [0]"
        ),
        XMLDecodingCase("a raw number that is none", "<r>3</r>", as: [Types.Code].self, "dataCorrupted at [0]"),
    ]
}
