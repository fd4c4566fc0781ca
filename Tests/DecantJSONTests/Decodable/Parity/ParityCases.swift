import DecantCore
import DecantJSON

/// The table of the cases that both decoders run, in parts.
enum ParityCases {}

extension ParityCases {
    private static let named = DecodingOptions(
        nonFiniteNumbers: .convertFromString(positiveInfinity: "+I", negativeInfinity: "-I", nan: "N")
    )

    static let scalars = [
        ParityCase(#""a\n\u00e9\ud83d\ude00""#, as: String.self),
        ParityCase(#""""#, as: String.self),
        ParityCase("true", as: Bool.self),
        ParityCase("1", as: Bool.self),
        ParityCase("null", as: Bool.self, differs: .failure("valueNotFound", path: ""), because: "as for all types"),
        ParityCase("null", as: String.self),
        ParityCase("null", as: [Int].self),
        ParityCase("null", as: [String: Int].self),
        ParityCase("null", as: [String: String].self),
        ParityCase(#""N""#, as: Double.self, options: named),
        ParityCase(#"["+I","-I",1]"#, as: [Double].self, options: named),
        ParityCase(#"["+I","-I",1]"#, as: [Float].self, options: named),
        ParityCase(#"["+I","x"]"#, as: [Double].self, options: named),
        ParityCase(#""+I""#, as: Int.self, options: named),
        ParityCase(#""N""#, as: Double.self),
        ParityCase(#"["NaN"]"#, as: [Float].self),
    ]
}

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
    /// `JSONDecoder` rejects a number that is too large or not an integer as invalid JSON without a position. Decant
    /// reports a mismatch with its location.
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

    /// The cases with wrong results of `JSONDecoder` inside an array.
    ///
    /// It treats null as a type mismatch if a `Bool` is requested, and as a missing value for all other types.
    private static let exact: [String: Outcome] = [
        "null as Bool": .failure("valueNotFound", path: "[0]"),
        "3.4e38 as UInt128": .value("Array<UInt128>(: 34\(String(repeating: "0", count: 37)))"),
        "5e-324 as Float": .value("Array<Float>(: 0.0)"),
        "2.2250738585072014e-308 as Float": .value("Array<Float>(: 0.0)"),
    ]

    /// The cases for which `JSONDecoder` converts through `Double` or rejects a valid number.
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

extension ParityCases {
    static let containers = [
        ParityCase(#"{"x":1,"y":2}"#, as: ParityTypes.Point.self),
        ParityCase(#"{"y":2,"z":[{"x":7}],"x":1}"#, as: ParityTypes.Point.self),
        ParityCase(#"{"x":1}"#, as: ParityTypes.Point.self),
        ParityCase(#"{"x":null,"y":1}"#, as: ParityTypes.Point.self),
        ParityCase(#"[]"#, as: ParityTypes.Point.self),
        ParityCase(#"null"#, as: ParityTypes.Point.self),
        ParityCase(#""x""#, as: ParityTypes.Point.self),
        ParityCase(#"{"x":1,"x":2,"y":0}"#, as: ParityTypes.Point.self),
        ParityCase(#"{"y":0,"x":null,"x":2}"#, as: ParityTypes.Point.self),
        ParityCase(#"{"y":0,"y":1,"x":3,"x":4}"#, as: ParityTypes.Point.self),
        ParityCase(#"{"\u0078":5,"\u0079":6.5}"#, as: ParityTypes.Point.self),
        ParityCase(#"{}"#, as: ParityTypes.Optionals.self),
        ParityCase(#"{"int":null,"text":null,"point":null,"list":null,"twice":null}"#, as: ParityTypes.Optionals.self),
        ParityCase(
            #"{"int":1,"text":"a","point":{"x":1,"y":2},"list":[1,null],"twice":3}"#,
            as: ParityTypes.Optionals.self
        ),
        ParityCase(#"{"int":"1"}"#, as: ParityTypes.Optionals.self),
        ParityCase(#"{"list":[1,"x"]}"#, as: ParityTypes.Optionals.self),
        ParityCase(#"{"point":{"x":1}}"#, as: ParityTypes.Optionals.self),
        ParityCase(
            #"{"points":[{"x":1,"y":1},{"x":2,"y":2}],"named":{"a":{"x":1,"y":1}},"matrix":[[1],[],[2,3.5]]}"#,
            as: ParityTypes.Nest.self
        ),
        ParityCase(#"{"points":[{"x":1,"y":1},{"x":"2","y":2}]}"#, as: ParityTypes.Nest.self),
        ParityCase(#"{"points":[],"named":{"a":{"x":1,"y":1},"b":{"x":1}}}"#, as: ParityTypes.Nest.self),
        ParityCase(#"{"points":[],"named":{},"matrix":[[1],[2,"x"]]}"#, as: ParityTypes.Nest.self),
        ParityCase("null", as: Int?.self),
        ParityCase("[null]", as: [Int??].self),
        ParityCase("[1,null]", as: [Int].self),
        ParityCase("[null,\"a\"]", as: [String?].self),
        ParityCase("[[1,2],[3]]", as: [Set<Int>].self),
        ParityCase("[[[1.5]],[]]", as: [[[Double]]].self),
        ParityCase("[[[1.5]],[[\"x\"]]]", as: [[[Double]]].self),
        ParityCase("[1,2.5]", as: [Int].self, differs: .failure("typeMismatch", path: "[1]"), because: "path"),
        ParityCase("{}", as: [Int].self),
        ParityCase("[[],{}]", as: [[Int]].self),
        ParityCase("[\"a\",1]", as: [String].self),
        ParityCase("[true,0]", as: [Bool].self),
        ParityCase("[1,2,3]", as: ContiguousArray<UInt8>.self),
        ParityCase("[1,5]", as: Range<Int>.self),
        ParityCase("[5,1]", as: Range<Int>.self),
        ParityCase(#"{"circle":{"_0":1.5}}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{"box":{"width":3}}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{"box":{"height":3}}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{"nothing":{}}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{"nothing":{},"circle":{"_0":1}}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{"nothing":{},"nothing":{}}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{"other":{}}"#, as: ParityTypes.Shape.self),
        ParityCase(#"{"age":3,"super":{"name":"Rex"}}"#, as: ParityTypes.Dog.self),
        ParityCase(#"{"age":3}"#, as: ParityTypes.Dog.self),
        ParityCase(#"{"age":3,"super":{}}"#, as: ParityTypes.Dog.self),
        ParityCase(#"{"lives":9,"name":"Tom"}"#, as: ParityTypes.Cat.self),
        ParityCase(#"{"lives":9}"#, as: ParityTypes.Cat.self),
        ParityCase(#"{"values":[1,"x",null,{"a":[]},2]}"#, as: ParityTypes.Wrapped.self),
        ParityCase("[1,[2,[3,[]]],4]", as: ParityTypes.Tree.self),
        ParityCase("[1,[2,[3,[{}]]],4]", as: ParityTypes.Tree.self),
        ParityCase(#"{"a":[{"b":1}]}"#, as: [String: [ParityTypes.Thrower]].self),
        ParityCase(
            #"{"i8":1,"i16":2,"i32":3,"i64":4,"u":5,"u8":6,"u16":7,"u32":8,"u64":9}"#,
            as: ParityTypes.Wide.self
        ),
        ParityCase(#"{"i128":1,"u128":2,"f":0.5,"d":0.1,"b":false}"#, as: ParityTypes.Wide.self),
        ParityCase(
            #"{"u":-5}"#,
            as: ParityTypes.Wide.self,
            differs: .failure("typeMismatch", path: "u"),
            because: "path"
        ),
        ParityCase(#"{"f":"0.5"}"#, as: ParityTypes.Wide.self),
    ]
}

extension ParityCases {
    private static let snake = DecodingOptions(keys: .convertFromSnakeCase)

    static let keys = [
        ParityCase(#"{"a":1,"b":2}"#, as: [String: Int].self),
        ParityCase(#"{"a":1,"a":2}"#, as: [String: Int].self),
        ParityCase(#"{"a":"1","a":2}"#, as: [String: String].self),
        ParityCase(#"{"a":"x","b":null}"#, as: [String: String].self),
        ParityCase(#"{"a":"x","b":null}"#, as: [String: String?].self),
        ParityCase(#"{"1":1,"-3":2}"#, as: [Int: Int].self),
        ParityCase(#"{"1":1,"x":2}"#, as: [Int: Int].self),
        ParityCase(#"["a",1,"b",2]"#, as: [ParityTypes.Plain: Int].self),
        ParityCase(#"["hearts",1,"spades",2]"#, as: [ParityTypes.Plain: Int].self),
        ParityCase(#"["hearts",1,"spades"]"#, as: [ParityTypes.Plain: Int].self),
        ParityCase(#"{"hearts":1}"#, as: [ParityTypes.Plain: Int].self),
        ParityCase(#"{"hearts":1}"#, as: [ParityTypes.Suit: Int].self),
        ParityCase(#"{"hearts":1,"clubs":2}"#, as: [ParityTypes.Suit: Int].self),
        ParityCase(#"["hearts","spades"]"#, as: [ParityTypes.Suit].self),
        ParityCase(#"["hearts","clubs"]"#, as: [ParityTypes.Suit].self),
        ParityCase(#"[1,2,3]"#, as: [ParityTypes.Grade].self),
        ParityCase(#"{"é":1}"#, as: ParityTypes.AccentedKey.self),
        ParityCase(#"{"\u00e9":1}"#, as: ParityTypes.AccentedKey.self),
        ParityCase(
            "{\"e\u{301}\":1}",
            as: ParityTypes.AccentedKey.self,
            differs: .failure("keyNotFound", path: ""),
            because: "names are equal scalar by scalar, RFC 8259 section 8.3"
        ),
        ParityCase(#"{"foo_bar":1}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"fooBar":1}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"foo_bar":1,"fooBar":2}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"fooBar":2,"foo_bar":1}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"foo__bar":1,"some_URL_path":"x"}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"_foo_bar":1}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"foo\u005fbar":1}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"foo_bar":1,"counts":{"a_b":1}}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"foo_bar":1,"counts":{"a_b":"x"}}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"foo_bar":1,"inner":{"last_name":"x"}}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"foo_bar":1,"inner":{"last_name":5}}"#, as: ParityTypes.Renamed.self, options: snake),
        ParityCase(#"{"x_y":{"last_name":"z"}}"#, as: [String: ParityTypes.Renamed.Inner].self, options: snake),
        ParityCase(#"{"x_y":{"first_name":"z"}}"#, as: [String: ParityTypes.Renamed.Inner].self, options: snake),
        ParityCase(#"[{"foo_bar":1}]"#, as: [ParityTypes.Either].self, options: snake),
        ParityCase(#"[{"foo_bar":1,"counts":{}}]"#, as: [ParityTypes.Either].self, options: snake),
        ParityCase(#"[{"foo_bar":"1"}]"#, as: [ParityTypes.Either].self, options: snake),
        ParityCase(#"{"a":1,"a":"x"}"#, as: [String: Int].self),
        ParityCase(#"{"a":{},"a":{"x":1,"y":1}}"#, as: [String: ParityTypes.Point].self),
        ParityCase(#"{"a":{"x":1,"y":1},"a":{}}"#, as: [String: ParityTypes.Point].self),
        ParityCase(#"{"1_2":1}"#, as: [Int: Int].self, options: snake),
        ParityCase(#"{"x_y":1}"#, as: [ParityTypes.Suit: Int].self, options: snake),
        ParityCase(#"{"x_y":[1,"a"]}"#, as: [String: [Int]].self, options: snake),
        ParityCase(#"{"x_y":{"z_w":{"1_2":3}}}"#, as: [String: [String: [Int: Int]]].self, options: snake),
    ]
}

extension ParityCases {
    static let probes = [
        ParityCase(
            #"{"i":1,"n":null,"super":5,"s":"x","o":{"a":[true]},"u":[1,null,7,[2],{"k":null},null,null]}"#,
            as: KeyedProbe.self
        ),
        ParityCase(#"{"i":"1","s":2,"o":[],"u":{}}"#, as: KeyedProbe.self),
        ParityCase(#"{}"#, as: KeyedProbe.self),
        ParityCase(#"{"i":1,"i":"2","o":null}"#, as: KeyedProbe.self),
        ParityCase("[1,null,7,[2],{},null,null]", as: UnkeyedProbe.self),
        ParityCase("[]", as: UnkeyedProbe.self),
        ParityCase("[\"a\"]", as: UnkeyedProbe.self),
        ParityCase("[null,null,[null],[1],{\"k\":1}]", as: UnkeyedProbe.self),
        ParityCase("[[[1,[2]]],null,3]", as: UnkeyedProbe.self),
        ParityCase("1", as: SingleProbe.self),
        ParityCase("null", as: SingleProbe.self),
        ParityCase("\"a\"", as: SingleProbe.self),
        ParityCase("[1]", as: SingleProbe.self),
        ParityCase("{\"k\":1}", as: SingleProbe.self),
        ParityCase("[{\"k\":[{\"k\":\"x\"}]}]", as: [[String: [SingleProbe]]].self),
    ]
}
