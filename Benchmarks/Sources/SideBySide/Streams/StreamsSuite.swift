import BenchmarkInputs
import DecantCore
import DecantJSON
import DecantStreams
import Foundation

extension Competitor {
    static let decantChunks = Competitor(rawValue: "Decant, chunks of 64 KiB")
    static let decantSmallChunks = Competitor(rawValue: "Decant, chunks of 64 bytes")
    static let decantPackets = Competitor(rawValue: "Decant, chunks of 1,400 bytes")
    static let decantMiddleChunks = Competitor(rawValue: "Decant, chunks of 8 KiB")
    static let decantStreamValues = Competitor(rawValue: "Decant, to Decodable")
    static let decantWholeDocument = Competitor(rawValue: "Decant, whole document")
    static let decantValueLines = Competitor(rawValue: "Decant, lines as values")
    static let decantValueSequence = Competitor(rawValue: "Decant, concatenated values")
    static let decantStreamDirect = Competitor(rawValue: "Decant, direct")
    static let decantTenGigabytes = Competitor(rawValue: "Decant, 10 GB")
    static let simdjsonMany = Competitor(rawValue: "simdjson, iterate_many")
    static let decantStreamCursor = Competitor(rawValue: "Decant, read by cursor")
    static let simdjsonManyValues = Competitor(rawValue: "simdjson, iterate_many, every value read")
    static let jsonDecoderByLine = Competitor(rawValue: "split and JSONDecoder")
}

/// Streams: items read while their bytes arrive in chunks.
///
/// A checksum is the number of items.
struct StreamsSuite: Suite {
    func files(named names: [String]) -> [InputFile] { InputFile.streams(named: names) }

    var smallestFiles: [InputFile] { InputFile.streams(named: ["events"]) }

    var versions: [String] { ["simdjson \(SimdjsonParser.version), \(SimdjsonParser.kernel)"] }

    /// The longest item of a stream, in bytes.
    private static func longestItem(of file: InputFile) -> Int {
        switch file.name {
        case "large-event": 4 << 20
        case "parts": 1 << 20
        default: 2 << 10
        }
    }

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        // Reading a shorter stream repeatedly is equivalent to reading the long one.
        try files.filter { $0.name != "huge-elements" }.compactMap { file in
            guard let growth = try probe.growth(of: .decantTenGigabytes, on: file) else { return nil }
            let bound = Double((4 << 20) + 2 * Self.longestItem(of: file)) / Double(1 << 20)
            return Figure("peak memory of 10 GB, MiB, \(file.name)", Double(growth) / Double(1 << 20), atMost: bound)
        }
    }

    func memoryCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let bytes = file.bytes
        let work =
            switch file.name {
            case "events", "large-event": Self.repeating(bytes, StreamSerializer.serverSentEvents)
            case "json-lines": Self.repeating(bytes, StreamSerializer.jsonLines(StreamRow.self))
            case "elements":
                Self.repeating(
                    bytes,
                    StreamSerializer.jsonElements(StreamRow.self, at: "/data/items"),
                    between: ("{\"data\":{\"items\":[", ",", "]},\"next\":null}")
                )
            case "parts", "small-parts":
                Self.repeating(bytes, Self.multipart, between: ("", "", "--\(InputFile.boundary)--\r\n"))
            default: Self.repeating(bytes, StreamSerializer.lines)
            }
        return [(.decantTenGigabytes, work)]
    }

    /// Reads a stream repeatedly, up to 10 GB.
    ///
    /// - Parameter frame: The text before the items, between two repetitions of them, and after them.
    private static func repeating<Element>(
        _ bytes: [UInt8],
        _ serializer: StreamSerializer<Element>,
        between frame: (before: String, separator: String, after: String) = ("", "", "")
    ) -> Work {
        let (start, end) = (frame.before.utf8.count, bytes.count - frame.after.utf8.count)
        let separator = Array(frame.separator.utf8)
        return Work { () throws -> Void in
            var reader = serializer.reader()
            func read(_ chunk: Span<UInt8>, _ reader: inout StreamReader<Element>) throws {
                reader.append(chunk)
                while let value = try reader.next() { Sink.keep(value) }
            }
            try read(bytes.span.extracting(0..<start), &reader)
            for turn in 0..<10_000_000_000 / bytes.count {
                if turn > 0 { try read(separator.span, &reader) }
                for offset in stride(from: start, to: end, by: 1 << 16) {
                    try read(bytes.span.extracting(offset..<min(offset + (1 << 16), end)), &reader)
                }
            }
            try read(bytes.span.extracting(end..<bytes.count), &reader)
            reader.finish()
            _ = try reader.next()
        }
    }

    private static let multipart = StreamSerializer.multipart(options: MultipartOptions(boundary: InputFile.boundary))
        .limits { $0.parts = .max }

    var growthShapes: [GrowthShape] { GrowthShape.streams }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let bytes = file.bytes
        switch file.name {
        case "events": return Self.events(bytes) + AsyncStreams.events(bytes)
        case "large-event": return [(.decantMiddleChunks, Work { Sink.keep(try Self.eventCount(bytes, 8 << 10)) })]
        case "json-lines": return Self.lines(bytes) + AsyncStreams.lines(bytes)
        case "elements", "huge-elements": return Self.elements(bytes)
        case "parts", "small-parts":
            return [(.decantChunks, Self.reading(bytes, Self.multipart)), (.copy, Self.copying(bytes))]
        default: return [(.decantChunks, Work { Sink.keep(try Self.lineCount(bytes)) }), (.copy, Self.copying(bytes))]
        }
    }

    func figures(of comparison: Comparison) -> [Figure] {
        comparison.rate("SSE to events in chunks of 64 KiB, MB/s", .decantChunks, on: "events", atLeast: 1000)
            + comparison.figure("SSE to events in chunks of 64 KiB / memcpy", .decantChunks, .copy, on: "events", 0.14)
            + comparison.figure(
                "SSE to events in chunks of 1,400 bytes / memcpy",
                .decantPackets,
                .copy,
                on: "events",
                0.12
            )
            + comparison.rate(
                "SSE to events in chunks of 64 bytes, MB/s",
                .decantSmallChunks,
                on: "events",
                atLeast: 100
            )
            + comparison.figure(
                "SSE to Decodable / splitting and JSONDecoder",
                .decantStreamValues,
                .jsonDecoderByLine,
                on: "events",
                6
            )
            + comparison.rate(
                "an event of 4 MiB in chunks of 8 KiB, MB/s",
                .decantMiddleChunks,
                on: "large-event",
                atLeast: 500
            )
            + comparison.figure(
                "JSON Lines to documents / simdjson",
                .decantChunks,
                .simdjsonMany,
                on: "json-lines",
                0.8
            )
            + comparison.figure(
                "JSON Lines as values in sequence / JSON Lines",
                .decantValueLines,
                .decantChunks,
                on: "json-lines",
                0.95
            )
            + comparison.figure(
                "concatenated values / JSON Lines",
                .decantValueSequence,
                .decantChunks,
                on: "json-lines",
                0.6
            )
            + comparison.figure(
                "JSON Lines, every value / simdjson",
                .decantStreamCursor,
                .simdjsonManyValues,
                on: "json-lines",
                1
            )
            + comparison.figure(
                "JSON Lines to Decodable / JSONDecoder",
                .decantStreamValues,
                .jsonDecoderByLine,
                on: "json-lines",
                4
            )
            + comparison.figure(
                "JSON Lines direct / JSONDecoder",
                .decantStreamDirect,
                .jsonDecoderByLine,
                on: "json-lines",
                15
            )
            + comparison.figure(
                "elements of 1 GiB / the document",
                .decantChunks,
                .decantWholeDocument,
                on: "huge-elements",
                0.7
            )
            + AsyncStreams.figures(of: comparison)
            + comparison.rate("text lines, MB/s", .decantChunks, on: "lines", atLeast: 1000)
            + comparison.rate("parts of 1 MiB, MB/s", .decantChunks, on: "parts", atLeast: 2000)
            + comparison.rate("parts of 200 bytes, MB/s", .decantChunks, on: "small-parts", atLeast: 150)
    }
}

extension StreamsSuite {
    /// Calls a closure with chunks of the bytes.
    private static func cut(_ bytes: [UInt8], _ size: Int, _ take: (Span<UInt8>) throws -> Void) rethrows {
        for start in stride(from: 0, to: bytes.count, by: size) {
            try take(bytes.span.extracting(start..<min(start + size, bytes.count)))
        }
    }

    private static func copying(_ bytes: [UInt8]) -> Work {
        Work { Sink.keep(Array(unsafeUninitializedCapacity: bytes.count) { $1 = $0.initialize(from: bytes).index }) }
    }

    /// Reads all elements in chunks of 64 KiB.
    private static func reading<Element>(
        _ bytes: [UInt8],
        _ serializer: StreamSerializer<Element>
    ) -> Work {
        Work { () throws -> Void in
            var reader = serializer.reader()
            try cut(bytes, 1 << 16) { chunk in
                reader.append(chunk)
                while let value = try reader.next() { Sink.keep(value) }
            }
            reader.finish()
            _ = try reader.next()
        }
    }

    /// Reads documents in the form that programs use.
    private static func readingDocuments(
        _ body: ResponseBytes,
        _ serializer: StreamSerializer<JSON>
    ) -> Work {
        Work { () throws -> Void in
            var reader = serializer.reader()
            for start in stride(from: 0, to: body.count, by: 1 << 16) {
                reader.append(body.span.extracting(start..<min(start + (1 << 16), body.count)))
                while let document = try reader.next() { Sink.keep(document) }
            }
            reader.finish()
            _ = try reader.next()
        }
    }

    /// Reads every value of JSON Lines.
    private static func sums(of body: ResponseBytes) throws -> ValueSums {
        var sums = ValueSums()
        var reader = StreamSerializer.jsonLines(JSON.self).reader()
        for start in stride(from: 0, to: body.count, by: 1 << 16) {
            reader.append(body.span.extracting(start..<min(start + (1 << 16), body.count)))
            while let document = try reader.next() { sums.add(document.cursor) }
        }
        reader.finish()
        while let document = try reader.next() { sums.add(document.cursor) }
        return sums
    }

    private static func eventCount(_ bytes: [UInt8], _ size: Int) throws -> Int {
        var reader = StreamSerializer.serverSentEvents.reader()
        var count = 0
        try cut(bytes, size) { chunk in
            reader.append(chunk)
            while let event = try reader.next() { count += event.data.isEmpty ? 0 : 1 }
        }
        return count
    }

    private static func lineCount(_ bytes: [UInt8]) throws -> Int {
        var reader = StreamSerializer.lines.reader()
        var count = 0
        try cut(bytes, 1 << 16) { chunk in
            reader.append(chunk)
            while let line = try reader.next() { count += line.isEmpty ? 0 : 1 }
        }
        return count
    }

    private static func events(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        let decoder = JSONDecoder()
        return [
            (.decantChunks, Work { Sink.keep(try eventCount(bytes, 1 << 16)) }),
            (.decantPackets, Work { Sink.keep(try eventCount(bytes, 1400)) }),
            (.decantSmallChunks, Work { Sink.keep(try eventCount(bytes, 64)) }),
            (.copy, copying(bytes)),
            (
                .decantStreamValues,
                reading(bytes, StreamSerializer.serverSentEvents(.json(StreamDelta.self)))
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
        let body = ResponseBytes(bytes)
        let concatenated = ResponseBytes(bytes.filter { $0 != 0x0A })
        return [
            (
                .decantChunks,
                readingDocuments(body, StreamSerializer.jsonLines(JSON.self))
            ),
            (.decantValueLines, readingDocuments(body, StreamSerializer.jsonValues(JSON.self))),
            (.decantValueSequence, readingDocuments(concatenated, StreamSerializer.jsonValues(JSON.self))),
            (.simdjsonMany, Work { Sink.keep(try parser.parseMany(padded, count: bytes.count)) }),
            (.decantStreamCursor, Work(counting: { try sums(of: body).checksum })),
            (.simdjsonManyValues, Work(counting: { try parser.readMany(padded, count: bytes.count).checksum })),
            (
                .decantStreamValues,
                reading(bytes, StreamSerializer.jsonLines(StreamRow.self))
            ),
            (.decantStreamDirect, reading(bytes, StreamSerializer.jsonLines(.json(direct: StreamRow.self)))),
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
        // Both read the same memory.
        let body = ResponseBytes(bytes)
        var limits = Limits()
        limits.jsonNodes = .max
        return [
            (
                .decantChunks,
                readingDocuments(body, StreamSerializer.jsonElements(JSON.self, at: "/data/items"))
            ),
            (
                .decantWholeDocument,
                Work(making: { [limits] in try JSON(parsing: body, options: JSON.Options(), limits: limits) })
            ),
        ]
    }
}

extension Comparison {
    /// Returns the figure for the megabytes per second of a competitor on a file.
    fileprivate func rate(_ name: String, _ competitor: Competitor, on file: String, atLeast bound: Double) -> [Figure]
    {
        entries.filter { $0.file.name == file }.compactMap { entry in
            entry.runs.time(of: competitor).map {
                Figure(name, Double(entry.file.bytes.count) * 1000 / $0, atLeast: bound)
            }
        }
    }
}
