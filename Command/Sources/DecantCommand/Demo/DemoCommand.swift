import ArgumentParser
import Decant
import DecantCaptures
import DecantImages
import DecantReport
import Foundation

/// `decant demo`: fetches and decodes responses, and prints them as a table.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Fetch responses such as real servers send, and show the result of each.",
        discussion: """
            Starts a server on a free port of this machine, fetches its responses with URLSession through the library, \
            and prints each response with its result. Writes the images to a contact sheet, a PNG, and all responses \
            to a page, as “decant report” does. The exit status is 1 if a result is not as expected.
            """
    )

    @Option(help: ArgumentHelp("Write the contact sheet to this file, instead of a temporary file.", valueName: "file"))
    var sheet: String?

    @Option(help: ArgumentHelp("Write the page to this file, instead of a temporary file.", valueName: "file"))
    var page: String?

    func run() async throws {
        let style = Terminal.current.outputStyle
        let recorder = CaptureRecorder()
        let (wrong, tiles) = try await ResponseOutcome.withObserver(recorder.observer) {
            try await Demo.run(style: style)
        }
        print("\nThe failures above, recorded as a HAR file and decoded again:")
        Self.table(of: recorder.archive).lines(style).forEach { print($0) }
        if let bytes = ContactSheet(tiles).png {
            try write(bytes, to: sheet ?? Self.temporary("decant-demo.png"), "The images are on a contact sheet")
        }
        let html = try Demo.page(address: "http://demo.example")
        try write(html, to: page ?? Self.temporary("decant-demo.html"), "The responses are on a page")
        print(Self.summary(of: Demo.rows.count, wrong: wrong, style))
        if wrong > 0 { throw ExitCode.failure }
    }

    /// Returns the table of a HAR file, as for `decant traffic.har`.
    private static func table(of archive: [UInt8]) -> CaptureTable {
        var reader = HAR.Reader()
        reader.append(archive)
        reader.finish()
        var table = CaptureTable()
        let decoder = ResponseDecoder(ReadingOptions())
        while let entry = try? reader.next() {
            table.add(CaptureRow(decoder.outcome(of: entry, in: "demo.har"), entry))
        }
        return table
    }

    private static func temporary(_ name: String) -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    }

    private func write(_ bytes: [UInt8], to path: String, _ remark: String) throws {
        let file = URL(fileURLWithPath: path)
        do {
            try Data(bytes).write(to: file)
        } catch {
            throw ValidationError("\(file.path) could not be written: \(error.localizedDescription)")
        }
        print("\(remark): \(file.path)")
    }

    private static func summary(of count: Int, wrong: Int, _ style: TextStyle) -> String {
        guard wrong > 0 else { return style(.green, "All \(count) responses have the expected result.") }
        return style(.boldRed, "\(wrong) of \(count) responses have an unexpected result.")
    }
}

/// Formats the rows of the demo: the response on the left, the result on the right.
struct DemoTable {
    private static let leftWidth = 42
    private static let rightWidth = 53
    private static let imageWidth = 28
    private static let imageHeight = 20

    let style: TextStyle

    /// The line above the rows.
    var header: String {
        let left = style(.bold, "  response, and its serializer".padded(to: Self.leftWidth))
        return left + style(.dim, " │ ") + style(.bold, "result") + "\n" + rule("┼")
    }

    /// The lines of a row.
    func lines(of row: DemoRow, _ result: DemoResult, mismatch: String?) -> String {
        let left = leftLines(of: row, isRight: mismatch == nil)
        var right = rightLines(of: result)
        if let mismatch { right += wrapped("UNEXPECTED: \(mismatch)").map { style(.boldRed, $0) } }
        return (0..<max(left.count, right.count)).map { index in
            let cell = index < left.count ? left[index] : String(repeating: " ", count: Self.leftWidth)
            return cell + style(.dim, " │ ") + (index < right.count ? right[index] : "")
        }.joined(separator: "\n") + "\n" + rule("┼")
    }

    private func rule(_ crossing: String) -> String {
        let (left, right) = (Self.leftWidth + 1, Self.rightWidth + 1)
        return style(.dim, String(repeating: "─", count: left) + crossing + String(repeating: "─", count: right))
    }

    private func leftLines(of row: DemoRow, isRight: Bool) -> [String] {
        let mark = isRight ? style(.green, "✓ ") : style(.boldRed, "✗ ")
        let width = Self.leftWidth - 2
        let title = TextWrap(row.title, width: width).lines.map { style(.bold, $0.padded(to: width)) }
        let response = TextWrap("\(row.response.status) \(row.response.summary)", width: width).lines
        let code = TextWrap(row.code, width: width).lines.map { style(.cyan, $0.padded(to: width)) }
        let lines = title + response.map { $0.padded(to: width) } + code
        return lines.enumerated().map { ($0 == 0 ? mark : "  ") + $1 }
    }

    private func rightLines(of result: DemoResult) -> [String] {
        switch result {
        case .value(let text, let findings, let images):
            let value = wrapped(text.visible).map { style(.green, $0) }
            let remarks = findings.flatMap { wrapped("\($0.severity): \($0.message.visible)") }
            return value + remarks.map { style(.yellow, $0) } + (images.first.map(lines) ?? [])
        case .failure(let error):
            return ErrorText(style: style).lines(of: error, width: Self.rightWidth)
        }
    }

    /// Returns a small image, if output is colored.
    private func lines(of image: DecodedImage) -> [String] {
        guard style.isColored else { return [] }
        let (width, height) = (Self.imageWidth, Self.imageHeight)
        return HalfBlocks(ImageRaster(image, maximumWidth: width, maximumHeight: height)).lines
    }

    private func wrapped(_ text: String) -> [String] {
        TextWrap(text, width: Self.rightWidth).lines
    }
}
