import Foundation

/// Writes the XML format as Foundation does, with a tab for each level.
struct XMLListWriter {
    private var bytes: [UInt8] = []

    static func bytes(_ value: ListValue) -> [UInt8] {
        var writer = XMLListWriter()
        writer.add(head)
        writer.write(value, level: 0)
        writer.add("</plist>\n")
        return writer.bytes
    }

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func addLine(_ text: String, _ level: Int) {
        add(String(repeating: "\t", count: level) + text + "\n")
    }

    private mutating func write(_ value: ListValue, level: Int) {
        switch value {
        case .array(let elements):
            addLine("<array>", level)
            for element in elements { write(element, level: level + 1) }
            addLine("</array>", level)
        case .dictionary(let members):
            addLine("<dict>", level)
            for (key, value) in members {
                addLine("<key>\(key)</key>", level + 1)
                write(value, level: level + 1)
            }
            addLine("</dict>", level)
        case .data(let data):
            addLine("<data>", level)
            addLine(Data(data).base64EncodedString(), level)
            addLine("</data>", level)
        default: addLine(Self.scalar(value), level)
        }
    }

    private static func scalar(_ value: ListValue) -> String {
        switch value {
        case .string(let text): "<string>\(text)</string>"
        case .integer(let number): "<integer>\(number)</integer>"
        case .real(let number): "<real>\(number)</real>"
        case .boolean(let isTrue): isTrue ? "<true/>" : "<false/>"
        case .date(let seconds): "<date>\(Date(timeIntervalSinceReferenceDate: Double(seconds)).ISO8601Format())</date>"
        case .data, .array, .dictionary: ""
        }
    }
}
