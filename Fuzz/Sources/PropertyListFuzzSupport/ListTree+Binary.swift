extension ListTree {
    /// The value in the binary format, each object by itself.
    var binary: [UInt8] {
        var objects: [[UInt8]] = []
        _ = append(to: &objects)
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets { bytes += Self.bigEndian(offset, 4) }
        bytes += [0, 0, 0, 0, 0, 0, 4, 4]
        // What a container holds comes before it, so that the root is the last.
        for number in [objects.count, objects.count - 1, table] { bytes += Self.bigEndian(number, 8) }
        return bytes
    }

    private func append(to objects: inout [[UInt8]]) -> Int {
        let object: [UInt8]
        switch self {
        case .string(let text): object = Self.string(text)
        case .integer(let number): object = [0x14] + Self.bigEndian(number)
        case .real(let bits): object = [0x23] + Self.bigEndian(bits)
        case .boolean(let isTrue): object = [isTrue ? 9 : 8]
        case .date(let bits): object = [0x33] + Self.bigEndian(bits)
        case .data(let data): object = Self.header(0x40, data.count) + data
        case .uid(let number): object = [0x87] + Self.bigEndian(number)
        case .array(let elements): object = Self.header(0xA0, elements.count) + Self.references(elements, &objects)
        case .set(let elements): object = Self.header(0xC0, elements.count) + Self.references(elements, &objects)
        case .dictionary(let members):
            let keys = Self.references(members.map { .string($0.key) }, &objects)
            object = Self.header(0xD0, members.count) + keys + Self.references(members.map(\.value), &objects)
        }
        objects.append(object)
        return objects.count - 1
    }

    private static func references(_ trees: [ListTree], _ objects: inout [[UInt8]]) -> [UInt8] {
        trees.flatMap { bigEndian($0.append(to: &objects), 4) }
    }

    private static func string(_ text: [UInt8]) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return header(0x50, text.count) + text }
        let units = String(decoding: text, as: UTF8.self).utf16
        return header(0x60, units.count) + units.flatMap { bigEndian(Int($0), 2) }
    }

    private static func header(_ marker: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 15, 0x12] + bigEndian(count, 4)
    }

    private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (1...count).map { UInt8(truncatingIfNeeded: number >> ((count - $0) * 8)) }
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (1...Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (Number.bitWidth - $0 * 8)) }
    }
}
