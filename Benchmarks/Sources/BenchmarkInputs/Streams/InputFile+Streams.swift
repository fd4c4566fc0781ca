import DecantCore
import DecantJSON

extension InputFile {
    /// Generates the streams, each of about 8 MB except one of 1 GiB.
    ///
    /// - Parameter names: The names of the requested streams; all if empty.
    package static func streams(named names: [String]) -> [InputFile] { generated(streamGenerators, named: names) }

    private static let size = 8 << 20

    private static let streamGenerators: [Generator] = [
        ("events", "server-sent events of 195 bytes, each with a JSON text", { events() }),
        ("large-event", "one server-sent event of 4 MiB", { largeEvent(4 << 20) }),
        ("json-lines", "JSON Lines of 200 bytes to 2 kB", { records(separator: "\n", before: "", after: "\n") }),
        (
            "elements", "the same values in an array of a document",
            { records(separator: ",", before: "{\"data\":{\"items\":[", after: "]},\"next\":null}") }
        ),
        ("huge-elements", "the same values again and again, in an array of 1 GiB", { hugeArray() }),
        ("lines", "lines of text of 20 to 200 bytes", { lines() }),
        ("parts", "a multipart body with parts of 1 MiB", { parts(1 << 20, count: 8) }),
        ("small-parts", "a multipart body with parts of 200 bytes", { parts(200, count: 20_000) }),
    ]

    private static func events() -> [UInt8] {
        var source = RandomSource(seed: 195)
        var bytes: [UInt8] = []
        while bytes.count < size {
            let id = source.number(100_000_000..<999_999_999)
            var event = "data: {\"id\":\(id),\"created\":\(id),\"model\":\"medium\",\"text\":\""
            while event.utf8.count < 180 { event += Vocabulary.sentence(1, from: &source) + " " }
            event = String(event.prefix(188)) + "\"}\n\n"
            bytes.append(contentsOf: event.utf8)
        }
        return bytes
    }

    private static func largeEvent(_ length: Int) -> [UInt8] {
        Array("data: ".utf8) + [UInt8](repeating: 0x78, count: length) + Array("\n\n".utf8)
    }

    private static func records(separator: String, before: String, after: String) -> [UInt8] {
        var source = RandomSource(seed: 50)
        var bytes = Array(before.utf8)
        var number = 0
        while bytes.count < size {
            if number > 0 { bytes.append(contentsOf: separator.utf8) }
            let about = Vocabulary.sentence(source.number(5..<250), from: &source)
            let name = source.element(Vocabulary.names)
            let text =
                "{\"id\":\(number),\"guid\":\"\(Vocabulary.hexadecimal(32, from: &source))\",\"name\":\"\(name)\","
                + "\"balance\":\(source.number(0..<99_999)).25,\"active\":true,\"tags\":[\"red\",\"green\"],"
                + "\"registered\":\"\(Vocabulary.date(from: &source))\",\"about\":\"\(about)\"}"
            bytes.append(contentsOf: text.utf8)
            number += 1
        }
        bytes.append(contentsOf: after.utf8)
        return bytes
    }

    private static func hugeArray() -> [UInt8] {
        let items = records(separator: ",", before: "", after: ",")
        let length = 1 << 30
        var bytes = Array("{\"data\":{\"items\":[".utf8)
        bytes.reserveCapacity(length + items.count)
        while bytes.count < length { bytes.append(contentsOf: items) }
        bytes.removeLast()
        bytes.append(contentsOf: "]},\"next\":null}".utf8)
        return bytes
    }

    /// The boundary of the multipart bodies.
    package static let boundary = "c4f1d2f0b6a94e7c"

    private static func parts(_ length: Int, count: Int) -> [UInt8] {
        var source = RandomSource(seed: 2046)
        var bytes: [UInt8] = []
        for number in 0..<count {
            let head = "Content-Type: application/octet-stream\r\nContent-ID: <\(number)>"
            bytes.append(contentsOf: "--\(boundary)\r\n\(head)\r\n\r\n".utf8)
            let end = bytes.count + length
            while bytes.count < end {
                withUnsafeBytes(of: source.next()) { bytes.append(contentsOf: $0.prefix(end - bytes.count)) }
            }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    private static func lines() -> [UInt8] {
        var source = RandomSource(seed: 7)
        var bytes: [UInt8] = []
        while bytes.count < size {
            bytes.append(contentsOf: Vocabulary.sentence(source.number(4..<30), from: &source).utf8)
            bytes.append(0x0A)
        }
        return bytes
    }
}

/// A value of the JSON streams.
package struct StreamRow: Decodable, Sendable {
    package let id: Int
    package let guid: String
    package let name: String
    package let balance: Double
    package let active: Bool
    package let tags: [String]
    package let registered: String
    package let about: String
}

extension StreamRow: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        id = try members.decode("id")
        guid = try members.decode("guid")
        name = try members.decode("name")
        balance = try members.decode("balance")
        active = try members.decode("active")
        tags = try members.decode("tags")
        registered = try members.decode("registered")
        about = try members.decode("about")
    }
}

/// The data of an event.
package struct StreamDelta: Decodable, Sendable {
    package let id: Int
    package let created: Int
    package let model: String
    package let text: String
}
