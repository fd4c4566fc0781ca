import Decant
import DecantReport

/// Prints the items of a stream, one line each as they arrive, even from an endless input.
struct StreamRun {
    private let options: ReadingOptions
    private let printer: OutcomePrinter
    private let progress: ProgressLine?
    private let output = ItemOutput()

    init(_ options: ReadingOptions, _ printer: OutcomePrinter, _ progress: ProgressLine?) {
        self.options = options
        self.printer = printer
        self.progress = progress
    }

    /// Prints the items of an input.
    ///
    /// - Parameter name: The name of the input for display.
    /// - Returns: The exit status: 0, 1 after an error, 2 if the input cannot be read.
    func print(_ input: OpenInput, named name: String) async -> Int32 {
        var isBareBody = false
        do {
            let (response, chunks) = try input.arriving()
            isBareBody = response.isBareBody
            defer { progress?.end() }
            if let path = options.at { try input.kind.check(path) }
            try await print(input.kind, response, chunks)
            return 0
        } catch let error as ResponseError {
            printer.print(error, of: name, isBareBody: isBareBody)
            return error.code == .transportFailed && error.context?.head == nil ? 2 : 1
        } catch {
            printer.print(failure: (error as? UnreadableInput)?.message ?? "\(error)", of: name)
            return 2
        }
    }

    private func print(_ kind: DecodingKind, _ response: InputResponse, _ chunks: ArrivingChunks) async throws {
        let json = JSONResponseSerializer(options: options.json)
        switch kind {
        case .events where options.at != nil:
            try await print(.serverSentEvents(json), response, chunks) { $0.data.write(into: &$1) }
        case .events: try await print(.serverSentEvents, response, chunks) { $1 += Self.line($0).utf8 }
        case .jsonLines: try await print(.jsonLines(json), response, chunks) { $0.write(into: &$1) }
        case .jsonValues: try await print(.jsonValues(json), response, chunks) { $0.write(into: &$1) }
        case .jsonSequence: try await print(.jsonSequence(json), response, chunks) { $0.write(into: &$1) }
        case .jsonElements:
            try await print(.jsonElements(json, at: options.elementsPath ?? .root), response, chunks) {
                $0.write(into: &$1)
            }
        case .multipart:
            let limits = options.limits
            try await print(.multipart, response, chunks) { $1 += PartLine($0, limits: limits).value.text().utf8 }
        default: try await print(.lines, response, chunks) { $1 += $0.utf8 }
        }
    }

    @MainActor
    private func print<Element>(
        _ serializer: StreamSerializer<Element>,
        _ response: InputResponse,
        _ chunks: ArrivingChunks,
        _ line: (Element, inout [UInt8]) -> Void
    ) async throws {
        let (limits, terminal) = (options.limits, Terminal.current)
        // The event that ends the streams of many servers, and no value of any format.
        var serializer = serializer.until("[DONE]", isRequired: false)
            .statuses(options.acceptStatus).limits { $0 = limits }
        serializer.handling.configuration.mediaTypes?.append(contentsOf: options.accepted)
        if let path = options.failingAt { serializer = serializer.failing(at: path) }
        serializer = options.preparing(serializer)
        if !options.isRaw {
            // The media types of compressed files are accepted, but are no alternative to name in an error.
            let subtype = response.context.mediaType?.subtype ?? ""
            let isFile = subtype.hasSuffix("gzip") || subtype.hasSuffix("zstd")
            let types = serializer.handling.configuration.mediaTypes
            serializer = serializer.decompressingContent()
            if !isFile { serializer.handling.configuration.mediaTypes = types }
        }
        if options.skipsBadItems { serializer = serializer.skippingBadItems() }
        var chunks = chunks
        chunks.willWait = { [output, progress, terminal] in
            if terminal.outputIsTerminal { progress?.erase() }
            output.flush()
        }
        let stream = try await serializer.stream(of: chunks, for: response.context)
        let findings = FindingsAsTheyCome({ stream.findings }, printer, progress)
        // An input may continue forever without an element.
        let watch = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(100))
                findings.print()
            }
        }
        defer {
            watch.cancel()
            progress?.end()
            output.flush()
            findings.printAll()
        }
        for try await element in stream {
            progress?.count()
            output.write { buffer in
                let start = buffer.count
                line(element, &buffer)
                guard terminal.outputIsTerminal else { return }
                buffer.replaceSubrange(start..., with: String(decoding: buffer[start...], as: UTF8.self).visible.utf8)
            }
        }
    }

    /// Returns an event as a JSON text.
    private static func line(_ event: ServerSentEvent<String>) -> String {
        let members = [("data", event.data), ("event", event.type), ("lastEventId", event.lastEventID)]
        return "{" + members.map { "\"\($0)\":\($1.quoted)" }.joined(separator: ",") + "}"
    }
}

/// Prints the findings of a stream while it is read.
@MainActor
private final class FindingsAsTheyCome {
    private let findings: () -> [Finding]
    private let printer: OutcomePrinter
    private let progress: ProgressLine?
    private var printed: Set<Finding> = []

    init(_ findings: @escaping () -> [Finding], _ printer: OutcomePrinter, _ progress: ProgressLine?) {
        self.findings = findings
        self.printer = printer
        self.progress = progress
    }

    /// Prints new warnings; notes change until the stream has ended.
    func print() {
        for finding in findings() where finding.severity == .warning && printed.insert(finding).inserted {
            progress?.erase()
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
