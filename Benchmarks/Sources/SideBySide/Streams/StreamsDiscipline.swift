import BenchmarkInputs
import DecantCore
import DecantJSON
import DecantStreams
import Foundation

extension Competitor {
    static let decantPieces = Competitor(rawValue: "Decant, pieces of 64 KiB")
    static let decantSmallPieces = Competitor(rawValue: "Decant, pieces of 64 bytes")
    static let decantMiddlePieces = Competitor(rawValue: "Decant, pieces of 8 KiB")
    static let decantStreamValues = Competitor(rawValue: "Decant, to Decodable")
    static let decantWholeDocument = Competitor(rawValue: "Decant, whole document")
    static let simdjsonMany = Competitor(rawValue: "simdjson, iterate_many")
    static let jsonDecoderByLine = Competitor(rawValue: "split and JSONDecoder")
}

/// Streams: items read while their bytes arrive in pieces.
///
/// A tally is the number of items.
struct StreamsDiscipline: Discipline {
    func files(named names: [String]) -> [InputFile] { InputFile.streams(named: names) }

    var versions: [String] { ["simdjson \(SimdjsonParser.version), \(SimdjsonParser.kernel)"] }

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] { [] }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let bytes = file.bytes
        switch file.name {
        case "events": return Self.events(bytes)
        case "large-event": return [(.decantMiddlePieces, Work { Sink.keep(try Self.eventCount(bytes, 8 << 10)) })]
        case "json-lines": return Self.lines(bytes)
        case "elements": return Self.elements(bytes)
        default: return [(.decantPieces, Work { Sink.keep(try Self.lineCount(bytes)) }), (.copy, Self.copying(bytes))]
        }
    }

    func figures(of contest: Contest) -> [Figure] {
        contest.rate("SSE to events in pieces of 64 KiB, MB/s", .decantPieces, on: "events", atLeast: 1000)
            + contest.rate("SSE to events in pieces of 64 bytes, MB/s", .decantSmallPieces, on: "events", atLeast: 100)
            + contest.figure(
                "SSE to Decodable / splitting and JSONDecoder",
                .decantStreamValues,
                .jsonDecoderByLine,
                on: "events",
                6
            )
            + contest.rate(
                "an event of 4 MiB in pieces of 8 KiB, MB/s",
                .decantMiddlePieces,
                on: "large-event",
                atLeast: 500
            )
            + contest.figure("JSON Lines to documents / simdjson", .decantPieces, .simdjsonMany, on: "json-lines", 0.8)
            + contest.figure(
                "JSON Lines to Decodable / JSONDecoder",
                .decantStreamValues,
                .jsonDecoderByLine,
                on: "json-lines",
                4
            )
            + contest.figure("elements / the document", .decantPieces, .decantWholeDocument, on: "elements", 0.7)
            + contest.rate("text lines, MB/s", .decantPieces, on: "lines", atLeast: 1000)
    }
}

extension StreamsDiscipline {
    /// Calls a closure with pieces.
    private static func cut(_ bytes: [UInt8], _ size: Int, _ take: (Span<UInt8>) throws -> Void) rethrows {
        for start in stride(from: 0, to: bytes.count, by: size) {
            try take(bytes.span.extracting(start..<min(start + size, bytes.count)))
        }
    }

    private static func copying(_ bytes: [UInt8]) -> Work {
        Work { Sink.keep(Array(unsafeUninitializedCapacity: bytes.count) { $1 = $0.initialize(from: bytes).index }) }
    }

    private static func eventCount(_ bytes: [UInt8], _ size: Int) throws -> Int {
        var reader = ServerSentEvents.Reader()
        var count = 0
        try cut(bytes, size) { piece in
            reader.append(piece)
            while let event = try reader.next() { count += event.data.isEmpty ? 0 : 1 }
        }
        return count
    }

    private static func lineCount(_ bytes: [UInt8]) throws -> Int {
        var reader = TextLines.Reader()
        var count = 0
        try cut(bytes, 1 << 16) { piece in
            reader.append(piece)
            while let line = try reader.next() { count += line.isEmpty ? 0 : 1 }
        }
        return count
    }

    private static func events(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        let decoder = JSONDecoder()
        return [
            (.decantPieces, Work { Sink.keep(try eventCount(bytes, 1 << 16)) }),
            (.decantSmallPieces, Work { Sink.keep(try eventCount(bytes, 64)) }),
            (
                .decantStreamValues,
                Work { () throws -> Void in
                    var reader = ServerSentEvents.Reader()
                    try cut(bytes, 1 << 16) { piece in
                        reader.append(piece)
                        while let event = try reader.next() {
                            Sink.keep(try JSON(parsing: ResponseBody(event.data)).decode(StreamDelta.self))
                        }
                    }
                }
            ),
            (
                .jsonDecoderByLine,
                Work { () throws -> Void in
                    for line in bytes.split(separator: 0x0A) where line.starts(with: "data: ".utf8) {
                        Sink.keep(try decoder.decode(StreamDelta.self, from: Data(line.dropFirst(6))))
                    }
                }
            ),
        ]
    }

    private static func lines(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        let (decoder, parser) = (JSONDecoder(), SimdjsonParser())
        let padded = bytes + [UInt8](repeating: 0, count: 64)
        return [
            (
                .decantPieces,
                Work { () throws -> Void in
                    var reader = JSONLines.Reader()
                    try cut(bytes, 1 << 16) { piece in
                        reader.append(piece)
                        while let value = try reader.next() { Sink.keep(value) }
                    }
                }
            ),
            (.simdjsonMany, Work { Sink.keep(try parser.parseMany(padded, count: bytes.count)) }),
            (
                .decantStreamValues,
                Work { () throws -> Void in
                    var reader = JSONLines.Reader()
                    try cut(bytes, 1 << 16) { piece in
                        reader.append(piece)
                        while let value = try reader.next() { Sink.keep(try value.decode(StreamRow.self)) }
                    }
                }
            ),
            (
                .jsonDecoderByLine,
                Work { () throws -> Void in
                    for line in bytes.split(separator: 0x0A) {
                        Sink.keep(try decoder.decode(StreamRow.self, from: Data(line)))
                    }
                }
            ),
        ]
    }

    private static func elements(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        let body = ResponseBody(bytes)
        return [
            (
                .decantPieces,
                Work { () throws -> Void in
                    var reader = JSONElements.Reader(at: "/data/items")
                    try cut(bytes, 1 << 16) { piece in
                        reader.append(piece)
                        while let value = try reader.next() { Sink.keep(value) }
                    }
                    reader.finish()
                    _ = try reader.next()
                }
            ),
            (.decantWholeDocument, Work(making: { try JSON(parsing: body) })),
        ]
    }
}

extension Contest {
    /// The megabytes a second of a competitor on a file.
    fileprivate func rate(_ name: String, _ competitor: Competitor, on file: String, atLeast bound: Double) -> [Figure]
    {
        races.filter { $0.file.name == file }.compactMap { entry in
            entry.race.median(competitor).map {
                Figure(name, Double(entry.file.bytes.count) * 1000 / $0, atLeast: bound)
            }
        }
    }
}
