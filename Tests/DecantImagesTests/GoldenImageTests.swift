import DecantCore
import DecantImages
import HTTPTypes
import TestSupport
import Testing

/// Compares the texts of errors and findings about images with the file in `Tests/Golden`, so that a change of words
/// is seen.
///
/// The body of a case is the name of a file in `Tests/Fixtures/Images`, with words around it:
///
/// | word | meaning |
/// |---|---|
/// | `323` before the name | only so many bytes |
/// | `20=FF00`, `IHDR+8=09` | other bytes at an offset, or at one from the end of the first occurrence of a word |
/// | `acTL:0102<IDAT`, `-IDAT` | a chunk of a PNG before another one, or without one |
///
/// The checksums of chunks that are changed by their name are right. `tiff` is a small TIFF instead of a file, with
/// fields as `TAG=VALUE`, `TAG=none` or `TAG=COUNT@OFFSET`, bytes as `data=FF00` and `@20=FF00`, and the offset of the
/// `next` directory.
@Suite struct GoldenImageTests {
    @Test func errorsOfImagesReadAsInTheFile() async throws {
        let result = try await GoldenFile("image").differences { decoder, body in
            guard let bytes = Self.bytes(String(decoding: body, as: UTF8.self).split(separator: " ")) else {
                return "no such file"
            }
            let label = decoder.split(separator: " ").first { $0.hasPrefix("image/") }.map(String.init)
            let format =
                ImageFormat(firstBytesOf: bytes)
                ?? label.flatMap { ResponseMediaType(parsing: $0) }.flatMap { ImageFormat($0) }
            // A build without a library has another text, and cannot compare those of the library.
            let isBuiltIn = format?.isBuiltIn ?? true
            guard isBuiltIn != decoder.contains("without") else { return nil }
            return Self.text(bytes, decoder, label ?? format?.mediaType.description)
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count > 40)
    }

    private static func text(_ bytes: [UInt8], _ decoder: String, _ label: String?) -> String {
        var options = ImageOptions()
        options.acceptsPartial = decoder.contains("partial")
        options.decoding = .eager
        var limits = Limits()
        if decoder.contains("small") {
            limits.pixels = 20
            limits.frames = 1
            limits.metadataBytes = 10
            limits.iconEntries = 1
        }
        if decoder.contains("scant") {
            (limits.metadataBytes, limits.metadataChunks, limits.frames) = (10, 1, 2)
            (limits.framePixels, limits.scanPixels) = (40, 8192)
        }
        var head = HTTPResponse(status: .ok)
        head.headerFields[.contentType] = label
        return GoldenFile.text { () throws(ResponseError) in
            try ImageResponseSerializer(options: options).limits(limits).acceptingAnyMediaType()
                .response(of: bytes, for: head)
        }
    }

    // MARK: - Bodies

    private static func bytes(_ words: [Substring]) -> [UInt8]? {
        if words.first == "tiff" { return tiff(words.dropFirst()) }
        if words.first == "bytes" { return words.dropFirst().flatMap(hexadecimal) }
        var words = words[...]
        let count = words.first.flatMap { Int($0) }
        if count != nil { words.removeFirst() }
        guard let name = words.popFirst(), var bytes = try? Fixture.bytes(String(name)) else { return nil }
        for word in words { change(&bytes, word) }
        return count.map { Array(bytes.prefix($0)) } ?? bytes
    }

    private static func change(_ bytes: inout [UInt8], _ word: Substring) {
        var png = PNGBytes(bytes)
        if word.hasPrefix("-") {
            png.remove(String(word.dropFirst()))
            bytes = png.bytes
        } else if let colon = word.firstIndex(of: ":"), let less = word.firstIndex(of: "<") {
            let data = hexadecimal(word[word.index(after: colon)..<less])
            png.insert(String(word[..<colon]), data, before: String(word[word.index(after: less)...]))
            bytes = png.bytes
        } else {
            let parts = word.split(separator: "=")
            guard parts.count == 2 else { return }
            let minus = parts[0].replacing("-", with: "+-")
            replace(&bytes, Substring(minus).split(separator: "+"), hexadecimal(parts[1]))
        }
    }

    private static func replace(_ bytes: inout [UInt8], _ target: [Substring], _ new: [UInt8]) {
        var start = target.last.flatMap { Int($0) } ?? 0
        guard target.count > 1 else {
            guard start + new.count <= bytes.count else { return }
            return bytes.replaceSubrange(start..<start + new.count, with: new)
        }
        let name = Array(target[0].utf8)
        var png = PNGBytes(bytes)
        if png.chunks.contains(where: { $0.type == String(target[0]) }) {
            png.edit(String(target[0])) { data in
                data.replaceSubrange(min(start, data.count)..<min(start + new.count, data.count), with: new)
            }
            bytes = png.bytes
            return
        }
        start += (bytes.indices.first { bytes[$0...].starts(with: name) } ?? 0) + name.count
        guard start + new.count <= bytes.count else { return }
        bytes.replaceSubrange(start..<start + new.count, with: new)
    }

    private static func tiff(_ words: ArraySlice<Substring>) -> [UInt8] {
        var tiff = TIFFBytes()
        for word in words where !word.hasPrefix("@") {
            let parts = word.split(separator: "=")
            let value = parts[1].split(separator: "@").compactMap { Int($0) }
            switch parts[0] {
            case "data": tiff.data = hexadecimal(parts[1])
            case "next": tiff.next = value[0]
            default:
                guard let tag = Int(parts[0]) else { continue }
                if value.count > 1 { tiff.set(tag, count: value[0], at: value[1]) } else { tiff[tag] = value.first }
            }
        }
        var bytes = tiff.bytes
        for word in words where word.hasPrefix("@") { change(&bytes, word.dropFirst()) }
        return bytes
    }

    private static func hexadecimal(_ text: Substring) -> [UInt8] {
        stride(from: 0, to: text.count - 1, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
    }
}
