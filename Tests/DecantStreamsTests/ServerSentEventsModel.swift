import DecantCore
import DecantStreams

/// Reads an event stream as WHATWG HTML §9.2.6 has it, step by step on the whole of it, without a thought for speed.
struct ServerSentEventsModel: Equatable {
    var events: [ServerSentEvent<String>] = []
    var retry: [String] = []
    var lastEventID = ""

    init(_ bytes: [UInt8]) {
        // Decode, which drops one byte-order mark.
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
                    if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { retry.append(value) }
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

/// The result of a reader for a stream in pieces.
struct ServerSentEventsReading: Equatable {
    var events: [ServerSentEvent<String>] = []
    var retry: [String] = []
    var lastEventID = ""
    var findings: [String] = []
    var error: String?

    /// Reads pieces; for each the retry values that it sets are seen if a line is not cut in two.
    init(_ pieces: [ArraySlice<UInt8>], limits: Int = 16 << 20) {
        var reader = StreamSerializer.serverSentEvents.limits { $0.itemBytes = limits }.reader()
        do {
            for piece in pieces {
                reader.append(piece)
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

    private mutating func take(_ reader: inout StreamReader<ServerSentEvents<ServerSentEvent<String>>>) throws {
        while let event = try reader.next() { events.append(event) }
        while retry.count < reader.retryCount { retry.append(reader.retryDigits) }
    }
}
