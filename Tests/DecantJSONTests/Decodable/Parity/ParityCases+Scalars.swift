import DecantCore
import DecantJSON

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
