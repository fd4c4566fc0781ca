import DecantCore
import DecantJSON
import Testing

@Suite struct JSONDocumentNumbersTests {
    @Test(
        arguments: [
            ("0", 0.0), ("-0", -0.0), ("0.1", 0.1), ("1e23", 1e23), ("-1.5e-7", -1.5e-7), ("1e400", .infinity),
            ("-1e400", -.infinity), ("5e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
            ("2.4703282292062329e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1.7976931348623159e308", .infinity),
            ("18446744073709551615", 0x1p64), ("0.00000000000000000000000000001", 1e-29),
            ("9007199254740993", 9007199254740992), ("9007199254740993.0", 9007199254740992),
            ("9007199254740993.00000000000000000000000000000000001", 9007199254740994),
            ("1.00000000000000011102230246251565404236316680908203125", 1),
            ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
            ("1.00000000000000011102230246251565404236316680908203124", 1),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
            ("2.2250738585072012e-308", 2.2250738585072014e-308),
        ] as [(String, Double)]
    )
    func readsTheNearestDouble(text: String, value: Double) throws {
        let document = try JSON(parsing: ResponseBody(text.utf8))
        #expect(document.double?.bitPattern == value.bitPattern)
    }
}
