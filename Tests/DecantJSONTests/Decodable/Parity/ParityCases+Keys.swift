import DecantCore
import DecantJSON

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
