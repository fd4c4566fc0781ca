import DecantFoundation
import Foundation
import Testing

struct DateScalarDecodableTests {
    private func date(_ scalar: DecodedScalar, _ dates: DecodingOptions.Dates) throws(ResponseError) -> Double {
        try Date(scalar: scalar, options: DecodingOptions(dates: dates)).timeIntervalSince1970
    }

    private func number(_ value: Double) -> DecodedScalar { .number(text: "\(value)", value: value) }

    @Test func readsNumbersByTheStrategy() throws {
        #expect(try date(number(0), .secondsSinceReferenceDate) == 978_307_200)
        #expect(try date(number(1.5), .secondsSince1970) == 1.5)
        #expect(try date(number(1500), .millisecondsSince1970) == 1.5)
        #expect(try date(.date(secondsSinceReferenceDate: 1), .iso8601) == 978_307_201)
    }

    @Test(arguments: [DecodingOptions.Dates.secondsSinceReferenceDate, .secondsSince1970, .millisecondsSince1970])
    func rejectsNumbersThatAreNotFinite(_ dates: DecodingOptions.Dates) {
        for value in [Double.infinity, -.infinity, .nan] {
            let error = #expect(throws: ResponseError.self) { try date(number(value), dates) }
            #expect(error?.mismatch?.isContent == true)
        }
        #expect(throws: ResponseError.self) { try date(.date(secondsSinceReferenceDate: .nan), dates) }
        #expect(throws: Never.self) { try date(number(-1e308), dates) }
    }

    @Test func rejectsAnotherKindOfScalar() {
        let strange: [DecodedScalar] = [.null, .boolean(true), .container, .data([1]), .string("0")]
        for scalar in strange {
            let error = #expect(throws: ResponseError.self) { try date(scalar, .secondsSince1970) }
            #expect(error?.mismatch == ScalarMismatch(expected: "a date as a number of seconds since 1970"))
        }
        #expect(throws: ResponseError.self) { try date(number(1), .iso8601) }
    }

    @Test(
        "Names the form of a number where text was expected",
        arguments: [
            (1_714_979_289, "`.dates(.secondsSince1970)` reads it as 2024-05-06"),
            (1_714_979_289_123, "`.dates(.millisecondsSince1970)` reads it as 2024-05-06"),
            (5, nil), (-1_714_979_289, nil), (1e15, nil), (.infinity, nil), (.nan, nil),
        ] as [(Double, String?)]
    )
    func namesTheFormOfANumberWhereTextWas(value: Double, fault: String?) {
        for dates in [DecodingOptions.Dates.iso8601, .internetMessage] {
            let error = #expect(throws: ResponseError.self) { try date(number(value), dates) }
            #expect(error?.mismatch?.fault == fault)
            #expect(error?.mismatch?.isContent == false)
        }
    }
}
