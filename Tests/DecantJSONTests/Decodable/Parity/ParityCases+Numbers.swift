import DecantJSON

extension ParityCases {
    static let numberTexts = [
        "0", "-0", "1", "-1", "1.0", "1e2", "100e-2", "-0.0", "1.5", "127", "128", "-128", "-129", "255", "256",
        "32767",
        "32768", "65535", "65536", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "0.1", "3.4e38", "16777217",
        "0.30000000000000004", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308", "1E+2", "\"1\"", "true",
        "false", "null", "[]", "{}", "\"\"",
    ]

    /// Every number as every type.
    ///
    /// A number that is not an integer, or too big, JSONDecoder refuses as invalid JSON without a position; Decant calls it
    /// a mismatch, at its place.
    static let numbers =
        numberTexts.flatMap { text -> [ParityCase] in
            let doesNotFit: Outcome = .failure("typeMismatch", path: "[0]")
            func row<Value: Decodable & SendableMetatype>(_ type: Value.Type) -> ParityCase {
                let row = ParityCase("[\(text)]", as: [Value].self)
                if let difference = exact["\(text) as \(type)"] {
                    return ParityCase("[\(text)]", as: [Value].self, differs: difference, because: "exact")
                }
                guard case .failure("dataCorrupted", _) = row.oracle() else { return row }
                let reason = "the path is known"
                return ParityCase("[\(text)]", as: [Value].self, differs: doesNotFit, because: reason)
            }
            return [
                row(Int.self), row(Int8.self), row(Int16.self), row(Int32.self), row(Int64.self), row(Int128.self),
                row(UInt.self), row(UInt8.self), row(UInt16.self), row(UInt32.self), row(UInt64.self),
                row(UInt128.self),
                row(Double.self), row(Float.self), row(Bool.self), row(String.self), row(Int?.self),
            ]
        } + exactNumbers

    /// The cases in which `JSONDecoder` is off in the middle of an array; null it takes for a value of the wrong type if a
    /// `Bool` is asked for, and for no value with all other types.
    private static let exact: [String: Outcome] = [
        "null as Bool": .failure("valueNotFound", path: "[0]"),
        "3.4e38 as UInt128": .value("Array<UInt128>(: 34\(String(repeating: "0", count: 37)))"),
        "5e-324 as Float": .value("Array<Float>(: 0.0)"),
        "2.2250738585072014e-308 as Float": .value("Array<Float>(: 0.0)"),
    ]

    /// The cases in which `JSONDecoder` goes through `Double`, or refuses a number that is valid.
    private static let exactNumbers = [
        ParityCase("0e1", as: Double.self, differs: .value("0.0"), because: "zero is a number"),
        ParityCase("1e-325", as: Double.self, differs: .value("0.0"), because: "rounds to zero"),
        ParityCase("-1e-400", as: Double.self, differs: .value("-0.0"), because: "rounds to zero"),
        ParityCase(
            "18446744073709551615.0",
            as: UInt64.self,
            differs: .value("18446744073709551615"),
            because: "exact"
        ),
        ParityCase("1e30", as: Int128.self, differs: .value("1\(String(repeating: "0", count: 30))"), because: "exact"),
        ParityCase("1e-400", as: Int.self, differs: .failure("typeMismatch", path: ""), because: "not an integer"),
        ParityCase("1e400", as: Double.self, differs: .failure("typeMismatch", path: ""), because: "same code"),
        ParityCase("3.5e38", as: Float.self, differs: .failure("typeMismatch", path: ""), because: "same code"),
    ]
}
