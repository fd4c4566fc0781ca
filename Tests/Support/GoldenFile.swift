public import DecantCore
import Foundation

/// A file of texts that users read: bodies, each with the text printed for it.
///
/// A case is one line, `> DECODER: BODY`, where the body may have the escapes `\n`, `\r`, `\t`, `\\` and `\x1E`, and
/// `\{9:a}` for nine letters a. The next lines, up to an empty one, are the expected output. To add a case, write its
/// first line, and run the test with `DECANT_UPDATE_GOLDEN=1` in the environment, which writes the output instead of
/// comparing it.
public struct GoldenFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")

    private let url: URL
    private var head: [String] = []
    private var cases: [(line: String, text: [String])] = []

    /// Reads a file of the folder `Tests/Golden`.
    ///
    /// - Parameter name: The name of the file, without its extension.
    /// - Throws: Any error of reading the file.
    public init(_ name: String) throws {
        url = Self.folder.appending(path: "\(name).txt")
        for line in try String(contentsOf: url, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ) {
            if line.hasPrefix("> ") {
                cases.append((String(line), []))
            } else if cases.isEmpty {
                head.append(String(line))
            } else if !line.isEmpty {
                cases[cases.count - 1].text.append(String(line))
            }
        }
    }

    /// Compares each case with the current text, or rewrites the file.
    ///
    /// - Parameter printed: Decodes a body and returns the text, or nil if this build cannot decode the case.
    /// - Returns: A description of each case that differs, and the number of cases that were compared.
    /// - Throws: Any error of writing the file.
    public func differences(
        _ printed: (_ decoder: String, _ body: [UInt8]) async -> String?
    ) async throws -> (descriptions: [String], count: Int) {
        var descriptions: [String] = []
        var count = 0
        var output = head
        for (line, text) in cases {
            var lines = text
            if let (decoder, body) = Self.parsed(line), let now = await printed(decoder, body) {
                lines = now.split(separator: "\n").map { "  \($0)" }
                count += 1
                if lines != text { descriptions.append("\(url.lastPathComponent): \(line)\nnow prints\n\(now)") }
            }
            output += [line] + lines + [""]
        }
        guard ProcessInfo.processInfo.environment["DECANT_UPDATE_GOLDEN"] == "1" else { return (descriptions, count) }
        try output.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
        return ([], count)
    }

    /// The decoder and the bytes of a case.
    private static func parsed(_ line: String) -> (String, [UInt8])? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let decoder = line[line.index(line.startIndex, offsetBy: 2)..<colon]
        return (String(decoder), unescaped(line[line.index(after: colon)...].dropFirst()))
    }

    private static func unescaped(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "\\", let escape = rest.popFirst() else {
                bytes += Array(String(character).utf8)
                continue
            }
            switch escape {
            case "n": bytes.append(0x0A)
            case "r": bytes.append(0x0D)
            case "t": bytes.append(0x09)
            case "x":
                bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            case "{":
                let end = rest.firstIndex(of: "}") ?? rest.endIndex
                let parts = rest[..<end].split(separator: ":", maxSplits: 1)
                let part = unescaped(parts.last ?? "")
                bytes += Array(repeatElement(part, count: parts.first.flatMap { Int($0) } ?? 1).joined())
                rest = rest[end...].dropFirst()
            default: bytes += Array(String(escape).utf8)
            }
        }
        return bytes
    }

    /// Returns the text printed for a response: the error, or the findings beside the value.
    ///
    /// - Parameter decode: Decodes the response.
    /// - Returns: The text.
    public static func text<Value>(_ decode: () throws(ResponseError) -> DecodedResponse<Value>) -> String {
        do throws(ResponseError) {
            let findings = try decode().findings.map { "  \($0.severity): \($0.message)" }
            return (["a value"] + findings).joined(separator: "\n")
        } catch {
            return error.description
        }
    }
}
