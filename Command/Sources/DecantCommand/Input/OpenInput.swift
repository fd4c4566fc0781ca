import Decant
import DecantFoundation
import DecantReport
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An input whose head is known, while its body may still be arriving.
struct OpenInput {
    private enum Body {
        case file(InputFile)
        case fetched(FetchedResponse)
    }

    private let source: InputSource
    private let body: Body

    /// The options for this input.
    let options: ReadingOptions

    /// The head and the available part of the body; nil if the error in the head requires the whole file.
    private let response: InputResponse?

    /// Whether the file continues with the unchanged bytes of the body.
    private let continues: Bool

    /// Opens a file, or sends a request, and waits for the head.
    ///
    /// - Throws: ``UnreadableInput`` if the input cannot be read, or ``ResponseError``.
    init(_ source: InputSource, _ options: ReadingOptions) async throws {
        self.source = source
        if let file = try source.file() {
            let options = source.options(options, for: file)
            self.options = options
            let beginning = try InputBeginning(of: file, named: source.fileName, options)
            body = .file(file)
            response = beginning?.response
            continues = beginning?.continues ?? false
        } else {
            self.options = options
            let (head, fetched) = try await Self.fetch(source.url, options)
            body = .fetched(fetched)
            response = InputResponse(
                head: head,
                body: ResponseBytes(),
                method: options.method ?? .get,
                url: source.url,
                options
            )
            continues = true
        }
    }

    /// The format to decode to.
    var kind: DecodingKind {
        response.map { FormatChoice(for: $0, options).kind } ?? options.kind
    }

    /// The number of bytes that have arrived.
    var readBytes: Int {
        switch body {
        case .file(let file): file.readBytes
        case .fetched(let fetched): fetched.readBytes
        }
    }

    /// The number of bytes of the input; nil if unknown.
    var size: Int? {
        if case .file(let file) = body, let size = file.size { return size }
        return response?.context.head?.headerFields[.contentLength].flatMap { Int($0) }
    }

    /// Decodes the whole input.
    func outcome(by decoder: ResponseDecoder) async -> Outcome {
        switch body {
        case .file(let file): return decoder.outcome(of: source.name, named: source.fileName) { file }
        case .fetched(let fetched):
            do {
                return decoder.outcome(of: try await whole(fetched), input: source.name)
            } catch {
                return ResponseDecoder.outcome(of: source.name, failing: error)
            }
        }
    }

    /// Returns the response of a stream, with the chunks of its body as they arrive.
    ///
    /// - Throws: ``UnreadableInput``, or ``ResponseError`` if the head is malformed.
    func arriving() throws -> (response: InputResponse, chunks: ArrivingChunks) {
        switch body {
        case .file(let file):
            guard let response, continues else {
                let bytes = try file.whole(from: try file.chunk(), limits: options.limits)
                let response = try InputResponse(bytes, named: source.fileName, options)
                return (response, ArrivingChunks(Array(response.body)))
            }
            file.skipPeekedBytes()
            return (response, ArrivingChunks(Array(response.body)) { try file.available() })
        case .fetched(let fetched):
            guard let response else { throw UnreadableInput(message: "no response was received") }
            return (response, ArrivingChunks([]) { try fetched.chunk() ?? [] })
        }
    }

    private static func fetch(
        _ url: String,
        _ options: ReadingOptions
    ) async throws -> (HTTPResponse, FetchedResponse) {
        guard let location = URL(string: url), location.host != nil else {
            throw UnreadableInput(message: "it is not a URL")
        }
        var request = URLRequest(url: location)
        request.httpMethod = (options.method ?? .get).rawValue
        do throws(ResponseError) {
            let (head, fetched) = try await FetchedResponse.start(request, limits: options.limits)
            guard let head else {
                _ = try fetched.chunk()
                throw ResponseError(.transportFailed, "no response was received")
            }
            return (head, fetched)
        } catch {
            throw UnreadableInput(error)
        }
    }

    private func whole(_ fetched: FetchedResponse) async throws -> InputResponse {
        guard let context = response?.context, let head = context.head else {
            throw UnreadableInput(message: "no response was received")
        }
        let serializer = DataResponseSerializer().statuses(nil).limits(options.limits)
        do throws(ResponseError) {
            let chunks = ArrivingChunks([]) { try fetched.chunk() ?? [] }
            let decoded = try await serializer.response(of: chunks, for: context)
            return InputResponse(
                head: head,
                body: decoded.value,
                method: context.method,
                url: source.url,
                options
            )
        } catch {
            let isWithoutResponse = error.code == .transportFailed || error.code == .cancelled
            throw isWithoutResponse ? UnreadableInput(error) : error as any Error
        }
    }
}

/// The chunks of a body as they arrive.
struct ArrivingChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    typealias Element = [UInt8]

    private var beginning: [UInt8]
    private let read: (@Sendable () throws -> [UInt8])?

    /// Called before waiting for bytes.
    var willWait: @Sendable () -> Void = {}

    /// Creates the chunks of a body.
    ///
    /// - Parameters:
    ///   - beginning: The bytes that have arrived.
    ///   - read: Waits for more bytes; empty at the end. Nil if there are no more.
    init(_ beginning: [UInt8], read: (@Sendable () throws -> [UInt8])? = nil) {
        self.beginning = beginning
        self.read = read
    }

    func makeAsyncIterator() -> Self { self }

    /// Waits for a chunk on a different thread than the one that prints.
    @concurrent
    mutating func next() async throws -> [UInt8]? {
        if !beginning.isEmpty {
            defer { beginning = [] }
            return beginning
        }
        guard let read else { return nil }
        willWait()
        let chunk = try read()
        return chunk.isEmpty ? nil : chunk
    }
}
