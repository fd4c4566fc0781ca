import BenchmarkInputs
import DecantCore
import DecantJSON
import DecantStreams
import Dispatch

extension Competitor {
    static let readerOfEvents = Competitor(rawValue: "reader, strings, chunks of 64 KiB")
    static let streamOfEvents = Competitor(rawValue: "async, strings, chunks of 64 KiB")
    static let readerOfSmallChunks = Competitor(rawValue: "reader, strings, chunks of 64 bytes")
    static let streamOfSmallChunks = Competitor(rawValue: "async, strings, chunks of 64 bytes")
    static let streamOfLines = Competitor(rawValue: "async, Decodable, chunks of 64 KiB")
    static let streamOfPackets = Competitor(rawValue: "async, Decodable, chunks of 1,400 bytes")
}

/// Asynchronous streams, compared with the reader they are built on.
enum AsyncStreams {
    static func events(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        [
            (.readerOfEvents, reading(bytes, .serverSentEvents, 1 << 16)),
            (.streamOfEvents, streaming(bytes, .serverSentEvents, 1 << 16)),
            (.readerOfSmallChunks, reading(bytes, .serverSentEvents, 64)),
            (.streamOfSmallChunks, streaming(bytes, .serverSentEvents, 64)),
        ]
    }

    static func lines(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        [
            (.streamOfLines, streaming(bytes, .jsonLines(StreamRow.self), 1 << 16)),
            (.streamOfPackets, streaming(bytes, .jsonLines(StreamRow.self), 1400)),
        ]
    }

    static func figures(of comparison: Comparison) -> [Figure] {
        comparison.figure(
            "async events / reader, chunks of 64 KiB",
            .streamOfEvents,
            .readerOfEvents,
            on: "events",
            0.8
        )
            + comparison.figure(
                "async events / reader, chunks of 64 bytes",
                .streamOfSmallChunks,
                .readerOfSmallChunks,
                on: "events",
                0.5
            )
            + comparison.figure(
                "async JSON Lines in chunks of 1,400 bytes / of 64 KiB",
                .streamOfPackets,
                .streamOfLines,
                on: "json-lines",
                0.85
            )
    }

    private static func reading<Element>(
        _ bytes: [UInt8],
        _ serializer: StreamSerializer<Element>,
        _ length: Int
    ) -> Work {
        let chunks = chunks(of: bytes, length)
        return Work { () throws -> Void in
            var reader = serializer.reader()
            for chunk in chunks {
                reader.append(chunk.span)
                while let value = try reader.next() { Sink.keep(value) }
            }
            reader.finish()
            while let value = try reader.next() { Sink.keep(value) }
        }
    }

    private static func streaming<Element>(
        _ bytes: [UInt8],
        _ serializer: StreamSerializer<Element>,
        _ length: Int
    ) -> Work {
        let chunks = Chunks(chunks: chunks(of: bytes, length))
        let serializer = serializer.acceptingAnyMediaType()
        return Work { () throws -> Void in
            let done = DispatchSemaphore(value: 0)
            Task {
                let stream = try await serializer.stream(of: chunks, for: ResponseContext(mediaType: nil))
                for try await value in stream { Sink.keep(value) }
                done.signal()
            }
            done.wait()
        }
    }

    private static func chunks(of bytes: [UInt8], _ length: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
    }

    /// Chunks that are available immediately.
    private struct Chunks: AsyncSequence, Sendable {
        let chunks: [ArraySlice<UInt8>]

        struct AsyncIterator: AsyncIteratorProtocol {
            var chunks: IndexingIterator<[ArraySlice<UInt8>]>

            mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> ArraySlice<UInt8>? {
                chunks.next()
            }

            mutating func next() async throws(Never) -> ArraySlice<UInt8>? { chunks.next() }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeIterator()) }
    }
}
