import DecantCore
import DecantJSON
import Testing

@Suite struct JSONStringEndTests {
    /// Returns whether a byte ends a plain run: quotation marks, backslashes, control characters, and bytes that are not
    /// ASCII.
    private func ends(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 }

    private func expectAgreement(_ bytes: [UInt8]) {
        let body = ResponseBytes(bytes)
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
        let body = ResponseBytes(Array("\"\"\"abc\"".utf8)).dropFirst(3)
        #expect(UnsafeStringStops.both(in: body, at: 0) == (3, 3))
    }
}

@Suite struct LongStringTests {
    /// Returns where reading a string stops with an error, or nil; a string is in an array with another one of its length.
    private func fault(_ content: [UInt8], after plain: Int) -> Int? {
        let start = Array("[\"".utf8) + [UInt8](repeating: 0x61, count: plain)
        let bytes = start + content + [UInt8](repeating: 0x62, count: 140) + Array("\"]".utf8)
        do throws(ResponseError) {
            let json = try JSON(parsing: bytes)
            #expect(json[0]?.string.map { Array($0.utf8) } == Array(bytes[2..<bytes.count - 2]))
            return nil
        } catch {
            return error.offset.map { $0 - start.count }
        }
    }

    @Test func charactersBeyondASCIIAreJudgedAlikeWhereverTheyAre() {
        let edges: [UInt8] = [0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED]
        let more: [UInt8] = [0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF]
        for first in edges + more {
            for second in edges + more {
                for rest in [[], [0x80], [0x80, 0x80], [0xBF, 0x61], [0xC3, 0xA4], [0x80, 0xFF]] as [[UInt8]] {
                    let content = [first, second] + rest
                    let expected = fault(content, after: 0)
                    for plain in [30, 94, 95, 97] {
                        #expect(fault(content, after: plain) == expected, "\(content) after \(plain)")
                    }
                }
            }
        }
    }

    @Test func aLongStringEndsAtEveryPlaceWithAndWithoutEscapes() throws {
        for length in 0..<300 {
            let text = String(repeating: "é", count: length / 7) + String(repeating: "x", count: length)
            #expect(try JSON(parsing: "[\"\(text)\",1]".utf8)[0]?.string == text)
            #expect(try JSON(parsing: "\"\(text)\\n\(text)\"".utf8).string == text + "\n" + text)
            #expect { try JSON(parsing: "[\"\(text)\u{1}\"]".utf8) } throws: { error in
                (error as? ResponseError)?.offset == 2 + text.utf8.count
            }
            #expect(throws: ResponseError.self) { try JSON(parsing: "[\"\(text)".utf8) }
        }
    }
}
