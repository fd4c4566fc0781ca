import DecantCore
import HTTPTypes
import TestSupport

/// The result of a coded body that was decoded in chunks.
struct CodedRun: Equatable {
    var bytes: [UInt8] = []
    var error: ResponseError.Code?
    var message: String?
    var limit: Limits.Name?
    var findings: [Finding] = []

    /// Decodes a body cut at the given offsets, with the codings exactly as named.
    init(_ input: [UInt8], _ codings: ContentCoding..., cuts: [Int] = [], limits: Limits = Limits()) {
        self.init(input, cuts: cuts) { () throws(ResponseError) in try ContentDecoder(codings, limits: limits) }
    }

    /// Decodes a body cut at the given offsets, with the codings of a `Content-Encoding` field.
    init(_ input: [UInt8], field: String, cuts: [Int] = [], limits: Limits = Limits()) {
        let head = HTTPResponse(status: .ok, headerFields: [.contentEncoding: field])
        self.init(input, cuts: cuts) { () throws(ResponseError) in try ContentDecoder(for: head, limits: limits) }
    }

    /// Decodes a body cut at the given offsets.
    init(_ input: [UInt8], cuts: [Int], by make: () throws(ResponseError) -> ContentDecoder) {
        do throws(ResponseError) {
            var decoder = try make()
            defer { findings = decoder.findings }
            for (start, end) in zip([0] + cuts, cuts + [input.count]) {
                try decoder.append(input[start..<end])
                try take(from: &decoder)
            }
            try decoder.finish()
        } catch {
            self.error = error.code
            message = error.message
            limit = error.limit
        }
    }

    private mutating func take(from decoder: inout ContentDecoder) throws(ResponseError) {
        while let chunk = try decoder.next() {
            for index in chunk.indices { bytes.append(chunk[index]) }
        }
    }
}

/// Coded data shared by several tests.
enum CodedSample {
    static let text = Array(String(repeating: #"{"name": "decant", "size": 1204}"#, count: 40).utf8)

    static func gzip(_ bytes: [UInt8]) -> [UInt8] { Wrapped.gzip(deflate(bytes), of: bytes) }

    static func zlib(_ bytes: [UInt8]) -> [UInt8] { Wrapped.zlib(deflate(bytes), of: bytes) }

    /// Raw deflate data.
    static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var writer = DeflateWriter()
        writer.putFixedBlock(bytes, isLast: true)
        return writer.bytes
    }

    /// Raw deflate data of zeros without an end: one byte for every 159 zeros.
    static func zeros(_ count: Int) -> [UInt8] {
        var writer = DeflateWriter()
        writer.begin(1)
        writer.putFixed(0)
        for _ in 0..<16 { writer.putFixedMatch(length: 258, distance: 1) }
        // Eight matches are 13 bytes.
        let (start, period) = (Array(writer.bytes[..<2]), Array(writer.bytes[2..<15]))
        return start + repeated(period, count / (8 * 258))
    }

    /// The same data with an end.
    ///
    /// It decodes to at least `count` zeros.
    static func endedZeros(atLeast count: Int) -> [UInt8] {
        let coded = zeros(count + 8 * 258)
        // The last bits of the current match, the end of the block, and an empty block.
        return coded + [coded[2], 0x80, 0x01, 0x00]
    }

    /// A gzip member of stored blocks without an end.
    static func storedGzip(_ bytes: [UInt8]) -> [UInt8] {
        var writer = DeflateWriter()
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            writer.putStored(Array(bytes[start..<min(bytes.count, start + 65_535)]))
        }
        return gzipHeader + writer.bytes
    }

    static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var result = bytes
        while result.count < bytes.count * count { result += result }
        result.removeLast(result.count - bytes.count * count)
        return result
    }

    /// The header of a gzip member without optional parts.
    static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
}
