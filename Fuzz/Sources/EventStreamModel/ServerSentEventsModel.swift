import DecantCore
package import DecantStreams

/// A model of an event stream that follows the steps of WHATWG HTML §9.2.6 on the whole text, without regard to speed.
///
/// Tests and fuzzers compare the library's reader with it.
package struct ServerSentEventsModel: Equatable {
    package private(set) var events: [ServerSentEvent<String>] = []
    /// The reconnection times; equal ones in a row are one.
    package private(set) var retry: [Duration] = []
    package private(set) var lastEventID = ""

    package init(_ bytes: [UInt8]) {
        // WHATWG “decode”, which drops one byte-order mark.
        var text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        if text.first == "\u{FEFF}" { text.removeFirst() }
        var (data, type, id) = ("", "", "")
        for line in Self.lines(text) {
            if line.isEmpty {
                lastEventID = id
                if data.unicodeScalars.isEmpty {
                    type = ""
                    continue
                }
                data.unicodeScalars.removeLast()
                events.append(ServerSentEvent(type: type.isEmpty ? "message" : type, data: data, lastEventID: id))
                (data, type) = ("", "")
            } else if let (name, value) = Self.field(line) {
                switch name {
                case "event": type = value
                case "data": data = Self.joined([data, value, "\n"])
                case "id": if !value.unicodeScalars.contains("\0") { id = value }
                case "retry":
                    if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
                        retry.appendChange(.milliseconds(Int64(value) ?? .max))
                    }
                default: break
                }
            }
        }
    }

    /// The complete lines.
    private static func lines(_ text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = []
        var line: [Unicode.Scalar] = []
        var index = 0
        while index < text.count {
            if text[index] == "\n" || text[index] == "\r" {
                if text[index] == "\r", index + 1 < text.count, text[index + 1] == "\n" { index += 1 }
                lines.append(line)
                line = []
            } else {
                line.append(text[index])
            }
            index += 1
        }
        return lines
    }

    private static func field(_ line: [Unicode.Scalar]) -> (String, String)? {
        guard let colon = line.firstIndex(of: ":") else { return (string(line[...]), "") }
        guard colon > 0 else { return nil }
        var value = line[(colon + 1)...]
        if value.first == " " { value.removeFirst() }
        return (string(line[..<colon]), string(value))
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func joined(_ parts: [String]) -> String {
        var view = String.UnicodeScalarView()
        for part in parts { view.append(contentsOf: part.unicodeScalars) }
        return String(view)
    }
}

/// The events that the library reads from a stream in chunks.
package struct ServerSentEventsReading: Equatable {
    package private(set) var events: [ServerSentEvent<String>] = []
    package private(set) var retry: [Duration] = []
    package private(set) var lastEventID = ""
    package private(set) var findings: [String] = []
    package private(set) var error: String?

    /// Reads the chunks of a stream.
    ///
    /// A `retry` field is recorded unless a later one is completed by the same chunk.
    package init(_ chunks: [ArraySlice<UInt8>], itemBytes: Int = 16 << 20) {
        var reader = StreamSerializer.serverSentEvents.limits { $0.itemBytes = itemBytes }.reader()
        do {
            for chunk in chunks {
                reader.append(chunk)
                try take(&reader)
            }
            reader.finish()
            try take(&reader)
        } catch {
            self.error = "\(error)"
        }
        lastEventID = reader.lastEventID
        findings = reader.findings.map { "\($0)" }
    }

    private mutating func take(_ reader: inout StreamReader<ServerSentEvent<String>>) throws {
        while let event = try reader.next() { events.append(event) }
        if let time = reader.retry { retry.appendChange(time) }
    }
}

extension [Duration] {
    /// Appends a time that differs from the last one.
    fileprivate mutating func appendChange(_ time: Duration) {
        if last != time { append(time) }
    }
}
