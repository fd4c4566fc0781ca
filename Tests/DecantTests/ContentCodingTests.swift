import Decant
import DecantTesting
import Foundation
import Testing

/// The examples from Documentation/content-codings.md.
enum CodingExamples {
    static func user(_ bytes: [UInt8], _ head: HTTPResponse) throws(ResponseError) -> JSON {
        let context = ResponseContext(head, isDecoded: false)
        return try JSONResponseSerializer().value(of: ResponseBytes(bytes), for: context)
    }

    static func decode(_ chunks: [[UInt8]], _ head: HTTPResponse) throws(ResponseError) -> [UInt8] {
        var decoder = try ContentDecoder(for: head)
        var bytes: [UInt8] = []
        for chunk in chunks {
            try decoder.append(chunk)
            while let chunk = try decoder.next() {
                for index in chunk.indices { bytes.append(chunk[index]) }
            }
        }
        try decoder.finish()
        return bytes
    }
}

@Suite("JSON in content codings") struct ContentCodingTests {
    private static let head = HTTPResponse(
        status: .ok,
        headerFields: [.contentType: "application/json", .contentEncoding: "gzip"]
    )

    private static func bytes(_ base64: String) throws -> [UInt8] {
        [UInt8](try #require(Data(base64Encoded: base64)))
    }

    @Test("An error after decoding has the line, the column, the path, and the snippet of the text")
    func position() throws {
        let coded = try Self.bytes("H4sIAAAAAAAC/6tWykxRslIw1+FSUMpLzE0FskuKSmsBwcCRrxcAAAA=")
        let error = try #require(throws: ResponseError.self) {
            try JSONResponseSerializer().value(of: coded, for: Self.head)
        }
        #expect(error.position == SourcePosition(offset: 19, line: 2, column: 10) && error.snippet != nil)
        #expect(error.codedBody == ResponseBytes(coded))
    }

    @Test("The examples of the page have their documented results")
    func examples() throws {
        let coded = try Self.bytes("H4sIAAAAAAAC/6tWykxRslIwrwUAA+eOAAkAAAA=")
        #expect(try CodingExamples.user(coded, Self.head)["id"]?.int == 7)
        #expect(try CodingExamples.decode(coded.map { [$0] }, Self.head) == Array(#"{"id": 7}"#.utf8))
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation/content-codings.md"),
            encoding: .utf8
        )
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let outdented = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.hasPrefix("    ") ? line.dropFirst(4) : line
            return line.hasPrefix("static func") ? line.dropFirst(7) : line
        }.joined(separator: "\n")
        let blocks = page.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 2)
        for block in blocks {
            let body = block.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
            #expect(outdented.contains(body), "\(body)")
        }
    }
}
