import DecantCore
import DecantJSON
import DecantStreams

extension GrowthShape {
    /// The shapes of one long item in a stream, in chunks of 8 KiB.
    static let streams: [GrowthShape] = [
        shape("one event", 250_000, .serverSentEvents) { "data: " + repeated("x", $0, "") + "\n\n" },
        shape("one event of many lines", 50_000, .serverSentEvents) { repeated("data: x\n", $0, "") + "\n" },
        shape("one value in a line of JSON", 50_000, .jsonLines(JSON.self)) { "[" + repeated("\"x\"", $0) + "]\n" },
        shape("one value in a JSON sequence", 50_000, .jsonSequence(JSON.self)) {
            "\u{1E}[" + repeated("\"x\"", $0) + "]\n"
        },
        shape("one value in a sequence of values", 50_000, .jsonValues(JSON.self)) {
            "[" + repeated("\"x\"", $0) + "]{}"
        },
        shape("one element of an array", 50_000, .jsonElements(JSON.self, at: "")) {
            "[[" + repeated("\"x\"", $0) + "]]"
        },
        shape("one line", 250_000, .lines) { repeated("x", $0, "") + "\n" },
        shape("one part of dashes", 100_000, .multipart(options: MultipartOptions(boundary: "--------"))) {
            "----------\r\n\r\n" + repeated("-", $0, "") + "\r\n------------\r\n"
        },
        shape("one part of beginnings of the delimiter", 50_000, .multipart(options: MultipartOptions(boundary: "aab")))
        {
            "--aab\r\n\r\n" + repeated("\r\n--aa", $0, "") + "\r\n--aab--\r\n"
        },
    ]

    private static func shape<Element>(
        _ name: String,
        _ count: Int,
        _ serializer: StreamSerializer<Element>,
        _ text: @escaping @Sendable (Int) -> String
    ) -> GrowthShape {
        GrowthShape(name: name, count: count, text: text) { body, _ in
            var reader = serializer.reader()
            for start in stride(from: 0, to: body.count, by: 8 << 10) {
                reader.append(body.span.extracting(start..<min(start + (8 << 10), body.count)))
                while let item = try reader.next() { Sink.keep(item) }
            }
            reader.finish()
            _ = try reader.next()
        }
    }
}
