import DecantDocument
import Testing

struct WideIntegerTests {
    static let values: [Int128] = {
        let edges: [Int128] = [0, 1, 10_000_000_000_000_000_000, Int128(Int64.max), Int128(UInt64.max), .max]
        let random = (0..<200).map { shift in Int128.random(in: .min ... .max) >> Int128(shift % 128) }
        return edges.flatMap { [$0, -$0, $0 &+ 1, -1 &- $0] } + random
    }()

    private func words(of value: Int128) -> WideInteger {
        WideInteger(high: UInt64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
    }

    @Test(arguments: values)
    func convertsAsTheStandardLibraryDoes(value: Int128) {
        func check<Integer: FixedWidthInteger>(_ type: Integer.Type) {
            #expect(words(of: value).converted(to: type) == Integer(exactly: value))
        }
        check(Int8.self)
        check(UInt8.self)
        check(Int32.self)
        check(UInt32.self)
        check(Int64.self)
        check(UInt64.self)
        check(Int128.self)
        check(UInt128.self)
        #expect(words(of: value).text == "\(value)")
        #expect(Int64(exactly: value).map { WideInteger($0) == words(of: value) } != false)
    }

    @Test(arguments: values)
    func growsByDigits(value: Int128) {
        for radix in [10, 16] {
            var magnitude = WideInteger()
            let digits = String(value.magnitude, radix: radix)
            let isWhole = digits.allSatisfy { magnitude.append(UInt8($0.hexDigitValue ?? 0), radix: UInt64(radix)) }
            #expect(isWhole && (value < 0 ? magnitude.negated : magnitude) == words(of: value))
        }
    }

    @Test(arguments: [10, 16])
    func rejectsMoreThan128Bits(radix: UInt64) {
        var magnitude = WideInteger(high: .max, low: .max)
        let isWhole = magnitude.append(0, radix: radix)
        #expect(!isWhole)
    }
}
