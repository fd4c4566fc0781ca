import DecantCore
import Testing

struct CivilTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_135_596_801, "0000-12-31T23:59:59Z"),
        (-62_167_219_201, "-0001-12-31T23:59:59Z"),
    ])
    func writesATime(seconds: Int, text: String) {
        #expect("\(CivilTime(secondsSince1970: seconds))" == text)
    }

    @Test func convertsEveryDayOf800YearsAndBack() {
        for day in -146_097..<146_097 {
            let date = CivilDate(daysSince1970: day)
            let same = CivilDate(year: date.year, month: date.month, day: date.day)
            guard same?.daysSince1970 == day else {
                Issue.record("day \(day) is \(date)")
                return
            }
        }
    }

    @Test(arguments: [(2001, 2, 29), (1900, 2, 29), (2000, 13, 1), (2000, 0, 1), (2000, 4, 31), (2000, 1, 0)])
    func hasNoOtherDays(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
}
