import DecantCore
import DecantStreams
import Testing

/// The unread bytes of a stream, compared with an array of all bytes.
@Suite struct BodyWindowTests {
    private func chunk(_ start: Int, _ count: Int) -> [UInt8] {
        (start..<start + count).map {
            $0 % 7 == 0 ? 0x0A : $0 % 11 == 0 ? 0x0D : UInt8(truncatingIfNeeded: $0 &* 31 | 1)
        }
    }

    @Test("Contains the appended bytes that were not dropped") func containsTheAppendedBytesThatWere() {
        var window = BodyWindow()
        var all: [UInt8] = []
        // Sizes around the first capacity and around the threshold for compaction.
        for (count, share) in [
            (1, 2), (1023, 3), (1, 1), (5000, 4), (40_000, 2), (3, 1), (20_000, 9), (0, 1), (70_000, 3),
        ] {
            let bytes = chunk(all.count, count)
            window.append(bytes.elementSpan)
            all += bytes
            #expect(window.all == all.count - window.count..<all.count)
            #expect(Array(window.body(window.all)) == Array(all[window.all]))
            window.drop(before: window.start + window.count / share)
        }
        window.clear()
        #expect(window.count == 0)
        #expect(window.start == all.count)
    }

    /// The copy has a special case for some distances between the page offsets of the source and the destination.
    @Test func copiesFromAnyOffsetInAPage() {
        let bytes = chunk(0, 8192)
        for start in stride(from: 0, to: 4096, by: 8) {
            var window = BodyWindow()
            window.append(bytes.elementSpan.extracting(start..<start + 1003))
            #expect(Array(window.body(window.all)) == Array(bytes[start..<start + 1003]))
        }
    }

    @Test func aReturnedBodyNeverChanges() {
        var window = BodyWindow()
        var bodies: [(ResponseBytes, [UInt8])] = []
        for round in 0..<40 {
            let bytes = chunk(round * 17, 700)
            window.append(bytes.elementSpan)
            let range = window.start..<window.end
            bodies.append((window.body(range), Array(window.copy(range))))
            window.drop(before: window.end - 5)
        }
        for (body, bytes) in bodies { #expect(Array(body) == bytes) }
    }

    @Test func countsLinesFromTheStartOfTheStream() {
        var window = BodyWindow()
        var all: [UInt8] = []
        for count in [10, 1000, 1, 30_000, 7, 2500] {
            let bytes = chunk(all.count, count)
            window.append(bytes.elementSpan)
            all += bytes
            for offset in [window.start, (window.start + window.end) / 2, window.end] {
                let position = window.position(of: offset)
                let expected = SourceText(ResponseBytes(all)).position(of: offset)
                #expect(position == expected, "\(offset)")
            }
            window.drop(before: window.end - min(3, window.count))
        }
    }

    /// The window counts the lines of large chunks before it stores them.
    ///
    /// It finds earlier offsets by counting backward from there.
    @Test(arguments: ["\n", "\r", "\r\n", ""], [7, 97, 4001])
    func countsLinesOfLargeChunks(lineEnd: String, length: Int) {
        let all = Array(
            (0..<60_000 / length).map { String(repeating: "aé", count: ($0 * 31) % length) + lineEnd }.joined().utf8
        )
        let whole = SourceText(ResponseBytes(all))
        for (large, small) in [(4096, 0), (4097, 1), (5000, 4095), (20_011, 3)] {
            var window = BodyWindow()
            var isLarge = true
            while window.end < all.count {
                let count = min(isLarge || small == 0 ? large : small, all.count - window.end)
                window.append(all.elementSpan.extracting(window.end..<window.end + count))
                for offset in [window.start, window.end - count, (window.start + window.end) / 2, window.end] {
                    // A carriage return at the end of the received bytes may be half of a line end.
                    guard offset < window.end || all[offset - 1] != 0x0D else { continue }
                    let expected = whole.position(of: offset)
                    #expect(window.position(of: offset) == expected, "\(offset) of \(window.start)..<\(window.end)")
                }
                window.drop(before: window.end - min(isLarge ? 2500 : 10, window.count))
                isLarge.toggle()
            }
        }
    }

    /// A carriage return ends a line unless a line feed follows, even if everything before the line feed has been
    /// dropped.
    @Test(arguments: [1024, 5000, 20_000], [1, 1024, 5000])
    func aLineEndMayBeSplitBetweenChunks(first: Int, second: Int) {
        for next: UInt8 in [0x0A, 0x61] {
            let all =
                [UInt8](repeating: 0x62, count: first - 1) + [0x0D, next] + [UInt8](repeating: 0x63, count: second)
            var window = BodyWindow()
            window.append(all.elementSpan.extracting(0..<first))
            window.clear()
            window.append(all.elementSpan.extracting(first..<all.count))
            for offset in first..<all.count {
                #expect(window.position(of: offset) == SourceText(ResponseBytes(all)).position(of: offset), "\(offset)")
                guard offset < first + 3 else { break }
            }
            #expect(window.position(of: all.count) == SourceText(ResponseBytes(all)).position(of: all.count))
        }
    }
}
