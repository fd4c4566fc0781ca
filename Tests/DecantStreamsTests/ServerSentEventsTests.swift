import DecantCore
import DecantStreams
import EventStreamModel
import Foundation
import TestSupport
import Testing

@Suite struct ServerSentEventsTests {
    private static let letters: [[UInt8]] = [
        [0x0D], [0x0A], [0x3A], [0x20], [0x64], Array("data".utf8), [0], [0xEF, 0xBB, 0xBF],
    ]

    private func expectModel(_ bytes: [UInt8], _ chunks: [ArraySlice<UInt8>]) {
        let (model, reading) = (ServerSentEventsModel(bytes), ServerSentEventsReading(chunks))
        #expect(reading.events == model.events, "\(bytes)")
        #expect(reading.lastEventID == model.lastEventID, "\(bytes)")
        #expect(reading.error == nil)
    }

    @Test func readsAllShortStringsAsTheModel() {
        for bytes in Cuts.strings(over: Self.letters, upTo: 5) {
            let (model, whole) = (ServerSentEventsModel(bytes), ServerSentEventsReading([bytes[...]]))
            let single = ServerSentEventsReading(Cuts.bytes(bytes))
            guard whole.events == model.events, single == whole else {
                Issue.record("\(bytes): \(whole), \(single), \(model)")
                return
            }
        }
    }

    @Test func readsFieldsOfAllKindsAsTheModel() {
        let letters = [
            "\n", "\r\n", "data:x", "data", "id:1", "id:", "id:\0", "event:e", "retry:5", ":c", "é", "\u{FEFF}",
        ]
        for bytes in Cuts.strings(over: letters.map { Array($0.utf8) }, upTo: 4) {
            let (model, whole) = (ServerSentEventsModel(bytes), ServerSentEventsReading([bytes[...]]))
            let single = ServerSentEventsReading(Cuts.bytes(bytes))
            guard whole.events == model.events, single.retry == model.retry, whole.lastEventID == model.lastEventID,
                single.events == whole.events, single.findings == whole.findings
            else {
                Issue.record(
                    "\(String(decoding: bytes, as: UTF8.self).debugDescription): \(whole), \(single), \(model)"
                )
                return
            }
        }
    }

    @Test("Delivers an event with the byte that completes it") func deliversAnEventWithTheByteThatCompletes() throws {
        for (text, count) in [("data: a\r\r", 1), ("data: a\n\n", 1), ("data: a\r\n\r", 1), ("data: a\n", 0)] {
            var reader = StreamSerializer.serverSentEvents.reader()
            reader.append(text.utf8)
            var events = 0
            while try reader.next() != nil { events += 1 }
            #expect(events == count)
        }
    }

    @Test(arguments: [
        ("data\n\n", [""]), ("data:\n\n", [""]), ("data\ndata\n\n", ["\n"]), ("data:  a\n\n", [" a"]),
        ("data: a\n\n\u{FEFF}data: b\n\n", ["a"]), ("data: a", []), ("data: a\n", []),
    ])
    func followsTheRulesOfTheStandard(_ row: (String, [String])) {
        #expect(ServerSentEventsReading([Array(row.0.utf8)[...]]).events.map(\.data) == row.1)
    }

    @Test(arguments: ["+5", "-5", "5s", " ", "5 "])
    func ignoresANonnumericReconnectionTime(_ value: String) throws {
        var reader = StreamSerializer.serverSentEvents.reader()
        reader.append("retry: \(value)\n\n".utf8)
        #expect(try reader.next() == nil)
        #expect(reader.retry == nil)
        #expect(reader.findings.map(\.code) == [.ignoredField])
    }

    @Test func clampsALongReconnectionTime() throws {
        var reader = StreamSerializer.serverSentEvents.reader()
        reader.append(("retry: " + String(repeating: "9", count: 40) + "\n").utf8)
        #expect(try reader.next() == nil)
        #expect(reader.retry == .milliseconds(Int64.max))
    }

    @Test func movesTheLastIDWithABlockWithoutData() throws {
        var reader = StreamSerializer.serverSentEvents.reader()
        reader.append("id: 1\ndata: a\n\nid: 2\n\nid: 3".utf8)
        #expect(try reader.next()?.lastEventID == "1")
        #expect(try reader.next() == nil)
        #expect(reader.lastEventID == "2")
    }

    @Test func replacesMalformedTextAndCountsIt() {
        let reading = ServerSentEventsReading([[0x64, 0x61, 0x74, 0x61, 0x3A, 0xFF, 0xE2, 0x82, 0x0A, 0x0A]])
        #expect(reading.events.map(\.data) == ["\u{FFFD}\u{FFFD}"])
        #expect(reading.findings.count == 1)
    }

    @Test func reportsAnEventThatTheEndCuts() {
        let reading = ServerSentEventsReading([Array("data: a\n\ndata: b".utf8)[...]])
        #expect(reading.events.map(\.data) == ["a"])
        #expect(reading.findings.count == 1)
    }

    @Test func rejectsAnEndlessLineAtTheLimit() {
        let bytes = Array(("data: a\n\ndata: " + String(repeating: "x", count: 200)).utf8)
        let whole = ServerSentEventsReading([bytes[...]], itemBytes: 100)
        #expect(whole.error?.contains("itemBytes") == true)
        #expect(whole.events.count == 1)
        #expect(ServerSentEventsReading(Cuts.bytes(bytes), itemBytes: 100) == whole)
        var many = Array("data: a\n\n".utf8)
        for _ in 0..<50 { many += Array("data:1234\n".utf8) }
        let lines = ServerSentEventsReading([many[...]], itemBytes: 100)
        #expect(lines.error?.contains("itemBytes") == true)
        #expect(ServerSentEventsReading(Cuts.bytes(many), itemBytes: 100) == lines)
    }

    @Test func keepsNoMoreThanAHundredFindingsOfAKind() {
        let bytes = Array(String(repeating: "x\n", count: 300).utf8)
        let reading = ServerSentEventsReading([bytes[...]])
        #expect(reading.findings.count == 101)
    }
}

@Suite(.enabled(if: CorpusFolder("sse") != nil)) struct ServerSentEventsCorpusTests {
    private struct Case: Decodable {
        struct Expected: Decodable {
            var event, data, lastEventId, dataSha256: String?
        }
        var id, base64: String
        var expected: [Expected]
        var lastEventId: String?
    }

    /// The rows that the corpus leaves open: reconnection times beyond 64 bits, which are clamped.
    private static let open: Set = ["retry-over-int64", "SafeToAttemptToSetRetryToOutOfBoundsValue"]

    @Test func readsAllRowsAsExpectedForEveryCut() throws {
        let folder = try #require(CorpusFolder("sse"))
        var cases = 0
        for name in Set(folder.rows(of: "expected.tsv").compactMap { $0["path"] }).sorted() {
            for line in try folder.bytes(of: name).split(separator: 0x0A) {
                let row = try JSONDecoder().decode(Case.self, from: Data(line))
                let bytes = [UInt8](try #require(Data(base64Encoded: row.base64)))
                cases += 1
                let whole = ServerSentEventsReading([bytes[...]])
                let expected = row.expected.filter { $0.event != nil }
                #expect(whole.events.map(\.type) == expected.map { $0.event ?? "" }, "\(row.id)")
                #expect(whole.events.map(\.lastEventID) == expected.map { $0.lastEventId ?? "" }, "\(row.id)")
                for (event, expected) in zip(whole.events, expected) where expected.data != nil {
                    #expect(event.data == expected.data, "\(row.id)")
                }
                #expect(whole.lastEventID == row.lastEventId ?? "", "\(row.id)")
                #expect(whole.error == nil)
                let single = ServerSentEventsReading(Cuts.bytes(bytes))
                #expect(single.events == whole.events && single.findings == whole.findings, "\(row.id)")
                for cut in bytes.count <= 60 ? Cuts.pairs(bytes) : bytes.count <= 2000 ? Cuts.single(bytes) : [] {
                    let reading = ServerSentEventsReading(cut)
                    guard reading.events == whole.events, reading.findings == whole.findings else {
                        Issue.record("\(row.id) cut into \(cut.map(\.count))")
                        break
                    }
                }
            }
        }
        #expect(cases > 0)
    }
}
