import Decant
import DecantCaptures
import TestSupport
import Testing

/// Compares the texts of errors and findings about captures with `Tests/Golden/captures.txt`.
///
/// The body of a case `entry` is the response of the only entry of an archive, which is decoded as JSON. The body of a
/// case `har` is an archive, and `saved` a file of saved responses: the number of entries is printed, and the error
/// after them. The chunks of a `broken` file end with an error.
@Suite struct GoldenCaptureTests {
    @Test func errorsOfCapturesReadAsInTheFile() async throws {
        let result = try await GoldenFile("captures").differences { decoder, body in
            switch decoder {
            case "entry": return Self.text(entry: body)
            case "har": return Self.text(archive: body)
            case "broken": return await Self.textOfABrokenFile()
            case "saved": return Self.text(saved: body)
            default: return nil
            }
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count == 0 || result.count >= 25)
    }

    private static func text(entry response: [UInt8]) -> String {
        let start = #"""
            {"log":{"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","time":1,"request":{"method":"GET",
            "url":"https://user:secret@example.com/users/9?token=secret","headers":[]},"response":
            """#
        var reader = HAR.Reader()
        reader.append(Array(start.utf8) + response + Array("}]}}".utf8))
        reader.finish()
        return GoldenFile.text { () throws(ResponseError) -> DecodedResponse<JSON> in
            guard let entry = try reader.next() else { throw ResponseError(.emptyBody, "no entry") }
            return try entry.response(as: .json)
        }
    }

    private static func text(archive: [UInt8]) -> String {
        var reader = HAR.Reader()
        reader.append(archive)
        reader.finish()
        return text { () throws(ResponseError) in try reader.next() }
    }

    private static func textOfABrokenFile() async -> String {
        struct Broken: Error, CustomStringConvertible { var description: String { "the disk is full" } }
        let chunks = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Broken()) }
        do throws(ResponseError) {
            for try await _ in HAR.entries(of: chunks) {}
            return ""
        } catch {
            return error.description
        }
    }

    private static func text(saved: [UInt8]) -> String {
        var entries = SavedResponse.entries(of: saved).makeIterator()
        return text { () throws(ResponseError) in try entries.next()?.get() }
    }

    private static func text(_ next: () throws(ResponseError) -> CaptureEntry?) -> String {
        var lines: [String] = []
        var count = 0
        do throws(ResponseError) {
            while let entry = try next() {
                count += 1
                lines += entry.findings.map { "  \($0.severity): \($0.message)" }
            }
            return (["entries: \(count)"] + lines).joined(separator: "\n")
        } catch {
            return (["entries: \(count)"] + lines + [error.description]).joined(separator: "\n")
        }
    }
}
