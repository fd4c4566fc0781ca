import Foundation

/// A value to write as a property list; the members of a dictionary keep their order.
enum ListValue {
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)

    /// Whole seconds since the start of 2001, in UTC.
    case date(Int)

    case data([UInt8])
    case array([ListValue])
    case dictionary([(key: String, value: ListValue)])
}

/// Writes the binary format as Foundation does: containers before their contents, and equal scalars only once.
struct BinaryListWriter {
    /// The objects without their references, and the numbers of the referenced objects.
    private var objects: [(bytes: [UInt8], references: [Int])] = []

    /// The numbers of the scalars written so far, by their bytes.
    private var numbers: [[UInt8]: Int] = [:]

    static func bytes(_ value: ListValue) -> [UInt8] {
        var writer = BinaryListWriter()
        _ = writer.add(value)
        return writer.file
    }

    private mutating func add(_ value: ListValue) -> Int {
        switch value {
        case .array(let elements):
            let number = reserve(Self.header(0xA0, elements.count))
            objects[number].references = elements.map { add($0) }
            return number
        case .dictionary(let members):
            let number = reserve(Self.header(0xD0, members.count))
            let keys = members.map { add(.string($0.key)) }
            objects[number].references = keys + members.map { add($0.value) }
            return number
        default:
            return addScalar(Self.scalar(value))
        }
    }

    private mutating func addScalar(_ bytes: [UInt8]) -> Int {
        if let number = numbers[bytes] { return number }
        let number = reserve(bytes)
        numbers[bytes] = number
        return number
    }

    private mutating func reserve(_ bytes: [UInt8]) -> Int {
        objects.append((bytes, []))
        return objects.count - 1
    }

    /// Header, objects, table of their offsets, trailer.
    private var file: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        let referenceSize = Self.size(of: objects.count)
        for object in objects {
            offsets.append(bytes.count)
            bytes += object.bytes
            for reference in object.references { bytes += Self.bigEndian(reference, referenceSize) }
        }
        let table = bytes.count
        let offsetSize = Self.size(of: table)
        for offset in offsets { bytes += Self.bigEndian(offset, offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, 0, table] { bytes += Self.bigEndian(number, 8) }
        return bytes
    }
}

extension BinaryListWriter {
    private static func scalar(_ value: ListValue) -> [UInt8] {
        switch value {
        case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }: header(0x50, text.utf8.count) + text.utf8
        case .string(let text): header(0x60, text.utf16.count) + text.utf16.flatMap { bigEndian(Int($0), 2) }
        case .integer(let number): integer(number)
        case .real(let number): [0x23] + bigEndian(Int(bitPattern: UInt(number.bitPattern)), 8)
        case .boolean(let isTrue): [isTrue ? 0x09 : 0x08]
        case .date(let seconds): [0x33] + bigEndian(Int(bitPattern: UInt(Double(seconds).bitPattern)), 8)
        case .data(let data): header(0x40, data.count) + data
        case .array, .dictionary: []
        }
    }

    /// Returns a marker that includes the count or precedes an integer.
    private static func header(_ marker: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 15] + integer(count)
    }

    private static func integer(_ number: Int) -> [UInt8] {
        let size = size(of: number)
        return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(number, size)
    }

    /// Returns the size of a nonnegative number in bytes.
    private static func size(of number: Int) -> Int {
        number < 0x100 ? 1 : number < 0x1_0000 ? 2 : number < 0x1_0000_0000 ? 4 : 8
    }

    private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (1...count).map { UInt8(truncatingIfNeeded: number >> ((count - $0) * 8)) }
    }
}

/// Writes the XML format as Foundation does, with a tab per level.
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
