import DecantCore
import DecantJSON
import Testing

@Suite struct JSONStringEndTests {
    /// Returns whether a byte ends a plain run: quotation marks, backslashes, control characters, and bytes that are not
    /// ASCII.
    private func ends(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 }

    private func expectAgreement(_ bytes: [UInt8]) {
        let body = ResponseBody(bytes)
        for position in 0...bytes.count {
            // The zeros after the body end a run.
            let rest = bytes[position...].prefix(16) + [0]
            let expected = min(16, rest.firstIndex(where: ends).map { $0 - position } ?? 16)
            let found = UnsafeStringStops.both(in: body, at: position)
            #expect(found == (expected, expected), "at \(position) of \(bytes)")
        }
    }

    @Test func agreeOnEveryByteAtEveryPlace() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<18 {
                var bytes = [UInt8](repeating: 0x61, count: 20)
                bytes[place] = byte
                expectAgreement(bytes)
            }
        }
    }

    @Test func agreeOnPairsOfBytesThatBorrowFromEachOther() {
        let delicate: [UInt8] = [
            0x00, 0x01, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF,
        ]
        for first in delicate {
            for second in delicate {
                for place in 0..<17 {
                    var bytes = [UInt8](repeating: 0x20, count: 18)
                    bytes[place] = first
                    bytes[place + 1] = second
                    expectAgreement(bytes)
                }
            }
        }
    }

    @Test func startWhereTheBodyStarts() {
        let body = ResponseBody(Array("\"\"\"abc\"".utf8)).dropFirst(3)
        #expect(UnsafeStringStops.both(in: body, at: 0) == (3, 3))
    }
}
