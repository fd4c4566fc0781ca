import DecantCore
import DecantImages
import HTTPTypes
import TestSupport
import Testing

/// Compares the texts of errors and findings about pictures with the file in `Tests/Golden`, so that a change of words is seen.
///
/// The body of a case is the name of a file in `Tests/Fixtures/Images`, after a number of bytes to keep if it is truncated.
@Suite struct GoldenImageTests {
    @Test func errorsOfImagesReadAsInTheFile() throws {
        let result = try GoldenFile("image").differences { decoder, body in
            let words = String(decoding: body, as: UTF8.self).split(separator: " ")
            guard let name = words.last.map(String.init), let bytes = try? Fixture.bytes(name) else {
                return "no such file"
            }
            // A build without a library cannot compare its texts.
            guard let format = ImageFormat(firstBytesOf: bytes), format.isBuiltIn || decoder.contains("known") else {
                return bytes.isEmpty || ImageFormat(firstBytesOf: bytes) == nil ? Self.text(bytes, decoder) : nil
            }
            return Self.text(words.count > 1 ? Array(bytes.prefix(Int(words[0]) ?? 0)) : bytes, decoder)
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count > 40)
    }

    private static func text(_ bytes: [UInt8], _ decoder: String) -> String {
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
        return GoldenFile.text { () throws(ResponseError) in
            try ImageResponseSerializer(options: options).limits(limits).acceptingAnyMediaType()
                .decodedResponse(bytes, for: HTTPResponse(status: .ok))
        }
    }
}
