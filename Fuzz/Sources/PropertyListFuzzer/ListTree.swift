import DecantCore
public import DecantPropertyList

/// The contents of a property list, created from a document or from owned values.
public indirect enum ListTree: Hashable {
    case string([UInt8])
    case integer(Int128)
    case real(UInt64)
    case boolean(Bool)
    case date(UInt64)
    case data([UInt8])
    case array([ListTree])
    case set([ListTree])
    case dictionary([Entry])
    case uid(UInt64)

    /// One member of a dictionary.
    public struct Entry: Hashable {
        let key: [UInt8]
        let value: ListTree
    }
}

extension ListTree {
    /// Creates a tree by accessing every part of a value.
    public init(_ list: PropertyList) {
        switch list.kind {
        case .string: self = .string(Array((list.string ?? "").utf8))
        case .integer: self = .integer(list.integer() ?? 0)
        case .real: self = .real(Self.bits(list.double ?? 0))
        case .boolean: self = .boolean(list.bool ?? false)
        case .date: self = .date(Self.bits(list.secondsSinceReferenceDate ?? 0))
        case .data: self = .data(list.data ?? [])
        case .array: self = .array(list.array.map { $0.map { ListTree($0) } } ?? [])
        case .set: self = .set(list.set.map { $0.map { ListTree($0) } } ?? [])
        case .dictionary:
            let members = list.dictionary.map { $0.map { Entry(key: Array($0.key.utf8), value: ListTree($0.value)) } }
            self = .dictionary(members ?? [])
        case .uid: self = .uid(list.uid ?? 0)
        }
    }

    /// Creates a tree by a cursor.
    public init(_ cursor: borrowing PropertyList.Cursor) {
        switch cursor.kind {
        case .string: self = .string(cursor.text?.withBytes { bytes in bytes.indices.map { bytes[$0] } } ?? [])
        case .integer: self = .integer(cursor.integer() ?? 0)
        case .real: self = .real(Self.bits(cursor.double ?? 0))
        case .boolean: self = .boolean(cursor.bool ?? false)
        case .date: self = .date(Self.bits(cursor.secondsSinceReferenceDate ?? 0))
        case .data:
            var data: [UInt8] = []
            if let bytes = cursor.data { data = bytes.indices.map { bytes[$0] } }
            self = .data(data)
        case .uid: self = .uid(cursor.uid ?? 0)
        case .array: self = .array(Self.trees(cursor.array))
        case .set: self = .set(Self.trees(cursor.set))
        case .dictionary:
            var entries: [Entry] = []
            if var members = cursor.dictionary {
                while let member = members.next() {
                    let key = member.name.withBytes { bytes in bytes.indices.map { bytes[$0] } }
                    entries.append(Entry(key: key, value: ListTree(member)))
                }
            }
            self = .dictionary(entries)
        }
    }

    private static func trees(_ values: consuming PropertyList.Cursor.Values?) -> [ListTree] {
        var trees: [ListTree] = []
        guard var values else { return trees }
        while let element = values.next() { trees.append(ListTree(element)) }
        return trees
    }

    /// Creates a tree from an owned value.
    public init(_ value: PropertyList.Value) {
        switch value {
        case .string(let text): self = .string(Array(text.utf8))
        case .integer(let number): self = .integer(Int128(number))
        case .wideInteger(let high, let low): self = .integer(Int128(high) << 64 | Int128(low))
        case .real(let number): self = .real(Self.bits(number))
        case .boolean(let isTrue): self = .boolean(isTrue)
        case .date(let seconds): self = .date(Self.bits(seconds))
        case .data(let data): self = .data(data)
        case .array(let elements): self = .array(elements.map { ListTree($0) })
        case .set(let elements): self = .set(elements.map { ListTree($0) })
        case .dictionary(let members):
            self = .dictionary(members.map { Entry(key: Array($0.key.utf8), value: ListTree($0.value)) })
        case .uid(let number): self = .uid(number)
        }
    }

    /// All NaNs are equal.
    private static func bits(_ number: Double) -> UInt64 {
        number.isNaN ? Double.nan.bitPattern : number.bitPattern
    }
}

extension ListTree {
    /// The value in the binary format, each object stored separately.
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
        // The contents of a container precede it, so the root is last.
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

extension ListTree {
    /// The value in the XML format; nil if the format cannot hold it.
    var xml: [UInt8]? {
        var bytes = Array("<plist>".utf8)
        guard append(to: &bytes) else { return nil }
        return bytes + "</plist>".utf8
    }

    private func append(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .string(let text): return Self.append("string", text, to: &bytes)
        case .integer(let number): return Self.append("integer", Array(String(number).utf8), to: &bytes)
        case .real(let bits): return Self.append("real", Self.text(of: Double(bitPattern: bits)), to: &bytes)
        case .boolean(let isTrue): bytes += (isTrue ? "<true/>" : "<false/>").utf8
        case .data(let data): return Self.append("data", Self.base64(data), to: &bytes)
        case .array(let elements):
            bytes += "<array>".utf8
            guard elements.allSatisfy({ $0.append(to: &bytes) }) else { return false }
            bytes += "</array>".utf8
        case .dictionary(let members):
            bytes += "<dict>".utf8
            for member in members {
                guard Self.append("key", member.key, to: &bytes), member.value.append(to: &bytes) else { return false }
            }
            bytes += "</dict>".utf8
        // Dates of the binary format have fractions, and XML has no sets and no references.
        case .date, .set, .uid: return false
        }
        return true
    }

    private static func append(_ name: String, _ text: [UInt8], to bytes: inout [UInt8]) -> Bool {
        bytes += "<\(name)>".utf8
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x26, 0x3C, 0x3E, 0x0D: bytes += "&#\(scalar.value);".utf8
            case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0xFFFE, 0xFFFF: return false
            default: bytes += String(scalar).utf8
            }
        }
        bytes += "</\(name)>".utf8
        return true
    }

    private static func text(of number: Double) -> [UInt8] {
        Array((number.isNaN ? "nan" : number.isInfinite ? (number < 0 ? "-infinity" : "+infinity") : "\(number)").utf8)
    }

    private static func base64(_ data: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: data.count, by: 3) {
            let group = data[start..<min(start + 3, data.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << ((3 - group.count) * 8)
            for index in 0..<4 {
                text.append(index <= group.count ? digits[bits >> (18 - index * 6) & 63] : UInt8(ascii: "="))
            }
        }
        return text
    }
}
