import Decant
import DecantFoundation
import DecantTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Compares the texts of errors and findings about content codings and transfers with `Tests/Golden/codings.txt` and
/// `transports.txt`.
@Suite struct GoldenTransferTests {
    // MARK: - Codings

    /// Compares `codings.txt`.
    ///
    /// The first word of a case is the `Content-Encoding`. Others are properties of the body: `bits` for deflate
    /// written code by code, `file` for a fixture, `evidence`, `length` and `binary` for the head, `chunks` for a
    /// decoder of chunks, `small` and `coded` for limits.
    @Test func errorsOfCodingsReadAsInTheFile() async throws {
        let hasAll = ContentCoding.brotli.isBuiltIn && ContentCoding.zstd.isBuiltIn
        let result = try await GoldenFile("codings").differences { decoder, body in
            let words = decoder.split(separator: " ")
            guard let coding = words.first.map(String.init) else { return nil }
            // A build without the libraries has other texts for their codings.
            let needsLibrary = coding == "br" || coding == "zstd"
            guard !needsLibrary || words.contains("without") != hasAll else { return nil }
            return Self.coded(coding, words, Self.written(words, body))
                .replacing(", br", with: "").replacing(", zstd", with: "")
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count == 0 || !hasAll || result.count > 40)
    }

    private static func coded(_ coding: String, _ words: [Substring], _ body: [UInt8]) -> String {
        var head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain", .contentEncoding: coding])
        if words.contains("length") { head.headerFields[.contentLength] = "\(body.count)" }
        if words.contains("binary") { head.headerFields[.contentType] = "application/octet-stream" }
        let context = ResponseContext(head, isDecoded: words.contains("evidence") ? nil : false)
        let serializer = DataResponseSerializer().acceptingAnyMediaType().limits { limits in
            if words.contains("coded") { limits.codedBytes = 30 }
            guard words.contains("small") else { return }
            (limits.codedBytes, limits.bodyBytes, limits.codingWindow, limits.codingLayers) = (30, 10, 1, 2)
        }
        do throws(ResponseError) {
            guard words.contains("chunks") else {
                let decoded = try serializer.response(of: ResponseBytes(body), for: context)
                return GoldenFile.text { () throws(ResponseError) in decoded }
            }
            var decoder = try ContentDecoder(for: head, limits: serializer.handling.configuration.limits)
            for byte in body {
                try decoder.append([byte])
                while try decoder.next() != nil {}
            }
            try decoder.finish()
            return "a value"
        } catch {
            return error.description
        }
    }

    /// The bytes of a body, which may be written code by code: `1/3` is a number in three bits, `c2/5` a Huffman code,
    /// `f65` a symbol of the fixed code, and `m3/1` a match of a length at a distance.
    private static func written(_ words: [Substring], _ body: [UInt8]) -> [UInt8] {
        let text = String(decoding: body, as: UTF8.self)
        if words.contains("file") {
            let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/Codings").standardized
            let names = text.split(separator: "+").map(String.init)
            return names.flatMap { (try? Data(contentsOf: folder.appending(path: $0))).map(Array.init) ?? [] }
        }
        guard words.contains("bits") else { return body }
        var writer = DeflateWriter()
        for token in text.split(separator: " ") {
            let numbers = token.split { !$0.isNumber }.compactMap { Int($0) }
            switch token.first {
            case "c": writer.putCode(numbers[0], numbers[1])
            case "f": writer.putFixed(numbers[0])
            case "m": writer.putFixedMatch(length: numbers[0], distance: numbers[1])
            case "d": writeTables(numbers, to: &writer)
            default: writer.put(numbers[0], numbers[1])
            }
        }
        return writer.bytes
    }

    /// Writes the header of a block with dynamic Huffman codes: the number of literals; the code lengths of the first
    /// three, the end of the block, and the next symbol; then the code lengths of the distances.
    private static func writeTables(_ numbers: [Int], to writer: inout DeflateWriter) {
        var literals = [Int](repeating: 0, count: numbers[0])
        literals.replaceSubrange(0..<3, with: numbers[1..<4])
        literals[256] = numbers[4]
        if literals.count > 257 { literals[257] = numbers[5] }
        writer.beginDynamic(literals: literals, distances: Array(numbers[6...]), isLast: true)
    }

    // MARK: - Transfers

    private struct Chunks: AsyncSequence {
        var body: [UInt8]
        var error: any Error & Sendable

        struct AsyncIterator: AsyncIteratorProtocol {
            var body: [UInt8]?
            let error: any Error & Sendable

            mutating func next() async throws -> [UInt8]? {
                defer { body = nil }
                guard let body else { throw error }
                return body
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body.isEmpty ? nil : body, error: error) }
    }

    private struct OtherError: Error {}

    /// Compares `transports.txt`.
    ///
    /// A case is a `fault` of a client after a body, or an error of URLSession by its code, the same in a `stream`, or a
    /// `server` with the bytes it sends.
    @Test(.timeLimit(.minutes(10))) func errorsOfTransfersReadAsInTheFile() async throws {
        let result = try await GoldenFile("transports").differences { decoder, body in
            let words = decoder.split(separator: " ")
            switch words.first {
            case "fault": return await Self.transfer(words, body)
            case "stream": return await Self.stream(words, body)
            case "server": return await Self.served(words, body)
            case "head": return Self.head(words, body)
            default: return nil
            }
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count == 0 || result.count > 12)
    }

    private static func fault(_ words: [Substring]) -> any Error & Sendable {
        let name = words.last.map(String.init) ?? ""
        if let fault = TransferFault.all.first(where: { $0.rawValue == name }) { return fault }
        // The initializer of the code is failable only on Linux.
        if name.hasPrefix("URLError"), let code = Int(name.dropFirst(8)).flatMap({ URLError.Code(rawValue: $0) }) {
            return TransferFailure(client: URLError(code), inBody: true)
        }
        if name == "cancelled" { return CancellationError() }
        return name == "refused" ? ResponseError(.rejected, "the client refuses the body") : OtherError()
    }

    private static func transfer(_ words: [Substring], _ body: [UInt8]) async -> String {
        let status = words.compactMap { Int($0) }.first ?? 200
        let head = HTTPResponse(status: HTTPResponse.Status(code: status))
        do throws(ResponseError) {
            let chunks = Chunks(body: body, error: fault(words))
            let serializer = DataResponseSerializer().acceptingAnyMediaType()
            let decoded = try await serializer.response(of: chunks, for: head)
            return GoldenFile.text { () throws(ResponseError) in decoded }
        } catch {
            return error.description
        }
    }

    private static func stream(_ words: [Substring], _ body: [UInt8]) async -> String {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/x-ndjson"])
        do throws(ResponseError) {
            let chunks = Chunks(body: body, error: fault(words))
            let stream = try await StreamSerializer.jsonLines(Int.self).stream(of: chunks, for: head)
            for try await _ in stream {}
            return "a value"
        } catch {
            return error.description
        }
    }

    /// The text for the bytes that a server sends, with URLSession on Linux; other systems have other texts.
    private static func served(_ words: [Substring], _ body: [UInt8]) async -> String? {
        #if canImport(FoundationNetworking)
        let server = try? LoopbackServer { exchange in
            exchange.send(body)
            return false
        }
        guard let server, let url = URL(string: "\(server.origin)/thing?key=1") else { return nil }
        let text: String
        if words.contains("stream") {
            text = await streamed(URLRequest(url: url), words)
        } else {
            do throws(ResponseError) {
                let serializer = DataResponseSerializer().acceptingAnyMediaType()
                let isJSON = words.contains("json")
                let request = URLRequest(url: url)
                if isJSON { _ = try await URLSession.shared.response(for: request, as: .json) }
                let decoded = try await URLSession.shared.response(for: request, as: serializer)
                text = GoldenFile.text { () throws(ResponseError) in decoded }
            } catch {
                text = error.description
            }
        }
        return text.replacing(server.origin, with: "http://localhost")
        #else
        return nil
        #endif
    }

    private static func streamed(_ request: URLRequest, _ words: [Substring]) async -> String {
        do throws(ResponseError) {
            let serializer = StreamSerializer.jsonLines(Int.self).limits { limits in
                if words.contains("small") { limits.waitingBytes = 1 }
            }
            let stream = try await URLSession.shared.stream(for: request, as: serializer)
            for try await _ in stream {}
            return "a value"
        } catch {
            return error.description
        }
    }

    /// The findings about the head of a client.
    ///
    /// A case is a field with its name and value, and the number of times that it occurs.
    private static func head(_ words: [Substring], _ body: [UInt8]) -> String {
        var fields = ReceivedFields()
        let parts = String(decoding: body, as: UTF8.self).split(separator: ":", maxSplits: 1).map(String.init)
        let count = words.dropFirst().first.flatMap { Int($0) } ?? 1
        for _ in 0..<count { fields.append(parts[0], parts.count > 1 ? parts[1] : "") }
        let serializer = DataResponseSerializer().acceptingAnyMediaType().validating { [fields] _, _ in fields.findings
        }
        return GoldenFile.text { () throws(ResponseError) in
            try serializer.response(of: [0x78], for: HTTPResponse(status: .ok))
        }
    }
}
