import Decant
import DecantCaptures
import DecantFoundation
import DecantReport
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Prints the elements of a stream, one line each as they arrive, even from an endless input.
struct StreamRun {
    private let options: ReadingOptions
    private let printer: OutcomePrinter

    init(_ options: ReadingOptions, _ printer: OutcomePrinter) {
        (self.options, self.printer) = (options, printer)
    }

    /// Prints the elements of an input.
    ///
    /// - Returns: The exit status: 0, 1 after an error, 2 if the input cannot be read.
    func print(_ source: InputSource) async -> Int32 {
        do {
            switch options.kind {
            case .events: try await print(source, .serverSentEvents) { Self.line($0) }
            case .jsonLines: try await print(source, .jsonLines(JSON.self)) { $0.description }
            case .jsonSequence: try await print(source, .jsonSequence(JSON.self)) { $0.description }
            case .jsonElements:
                try await print(source, .jsonElements(JSON.self, at: options.elementsPath)) { $0.description }
            default: try await print(source, .lines) { $0 }
            }
            return 0
        } catch let error as ResponseError {
            printer.print(error, of: source.argument)
            return error.code == .transportFailed && error.context?.head == nil ? 2 : 1
        } catch {
            printer.print(failure: (error as? UnreadableInput)?.message ?? "\(error)", of: source.argument)
            return 2
        }
    }

    @MainActor
    private func print<Format: StreamFormat & ~Copyable>(
        _ source: InputSource,
        _ serializer: StreamSerializer<Format>,
        _ line: (Format.Element) -> String
    ) async throws {
        let limits = options.limits
        var serializer = serializer.statuses(options.acceptStatus).limits { $0 = limits }
        serializer.handling.configuration.mediaTypes?.append(contentsOf: options.accepted)
        if options.skipsBadItems { serializer = serializer.skippingBadItems() }
        let stream = try await stream(of: source, by: serializer)
        let findings = FindingsAsTheyCome({ stream.findings }, printer)
        // An input may continue forever without an element.
        let watch = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(100))
                findings.print()
            }
        }
        defer {
            watch.cancel()
            findings.printAll()
        }
        let isTerminal = Terminal.current.outputIsTerminal
        for try await element in stream {
            let text = line(element)
            StandardStream.output.write((isTerminal ? text.visible : text) + "\n")
        }
    }

    @MainActor
    private func stream<Format: StreamFormat & ~Copyable>(
        of source: InputSource,
        by serializer: StreamSerializer<Format>
    ) async throws -> ResponseStream<Format> {
        switch source.kind {
        case .url(let url):
            guard let location = URL(string: url), location.host != nil else {
                throw UnreadableInput(message: "it is not a URL")
            }
            var request = URLRequest(url: location)
            request.httpMethod = (options.method ?? .get).rawValue
            return try await URLSession.shared.stream(for: request, as: serializer)
        case .standardInput: return try await stream(of: .standardInput, source, by: serializer)
        case .file(let path): return try await stream(of: InputFile(opening: path), source, by: serializer)
        }
    }

    @MainActor
    private func stream<Format: StreamFormat & ~Copyable>(
        of file: InputFile,
        _ source: InputSource,
        by serializer: StreamSerializer<Format>
    ) async throws -> ResponseStream<Format> {
        let beginning = try file.available()
        let isSaved = options.input != .body && SavedResponse.begins(ResponseBytes(beginning))
        guard options.input == .response || isSaved else {
            let type = options.contentType.flatMap { ResponseMediaType(parsing: $0) }
            return try await serializer.stream(
                of: InputChunks(beginning: beginning, file: file),
                for: ResponseContext(mediaType: type)
            )
        }
        let bytes = try file.whole(from: beginning, limits: options.limits)
        let response = try ReceivedResponse(bytes, named: source.fileName, options)
        return try await serializer.stream(
            of: InputChunks(beginning: Array(response.body)),
            for: response.context
        )
    }

    /// Returns an event as a JSON text.
    private static func line(_ event: ServerSentEvent<String>) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let members = ["event": event.type, "data": event.data, "lastEventId": event.lastEventID]
        return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// Prints the findings of a stream while it is read.
@MainActor
private final class FindingsAsTheyCome {
    private let findings: () -> [Finding]
    private let printer: OutcomePrinter
    private var printed: Set<Finding> = []

    init(_ findings: @escaping () -> [Finding], _ printer: OutcomePrinter) {
        (self.findings, self.printer) = (findings, printer)
    }

    /// Prints new warnings; notes change until the stream has ended.
    func print() {
        for finding in findings() where finding.severity == .warning && printed.insert(finding).inserted {
            printer.print(finding)
        }
    }

    /// Prints the remaining findings at the end of the stream, with the number of skipped items that have no line.
    func printAll() {
        print()
        for finding in findings() where finding.severity != .warning {
            let isCount = finding.code == .skippedItem
            printer.print(isCount ? Finding(.skippedItem, .warning, finding.message) : finding)
        }
    }
}

/// The chunks of an input as they arrive.
private struct InputChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    typealias Element = [UInt8]

    var beginning: [UInt8]?
    var file: InputFile?

    init(beginning: [UInt8], file: InputFile? = nil) {
        (self.beginning, self.file) = (beginning, file)
    }

    func makeAsyncIterator() -> Self { self }

    /// Waits for a chunk on a different thread than the one that prints.
    @concurrent
    mutating func next() async throws -> [UInt8]? {
        if let beginning = beginning.take() { return beginning }
        guard let chunk = try file?.available(), !chunk.isEmpty else { return nil }
        return chunk
    }
}
