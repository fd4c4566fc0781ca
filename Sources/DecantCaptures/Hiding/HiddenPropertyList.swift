/// Hides the values of a binary property list in place.
///
/// Numbers and dates stay numbers and dates of the same size, and strings keep their length. The names in dictionaries
/// stay if they consist of words.
///
/// Bound: the objects are visited in the order of their table, without recursion. A list whose objects overlap or do
/// not fit, or which has more than ``maxObjects``, is not hidden by parts.
struct HiddenPropertyList {
    private struct Object {
        let marker: UInt8
        let content: Range<Int>
        var isName = false
    }

    private static let trailerLength = 32
    private static let maxObjects = 1 << 20

    private let placeholders: Placeholders
    private let start: Int
    private let tableStart: Int
    private let referenceSize: Int
    private var objects: [Object] = []

    /// Reads the table of objects, or returns nil if the list is malformed.
    init?(_ placeholders: Placeholders, _ range: Range<Int>, in text: [UInt8]) {
        self.placeholders = placeholders
        start = range.lowerBound
        guard range.count > 8 + Self.trailerLength, text[range].starts(with: "bplist".utf8) else { return nil }
        let trailer = range.upperBound - Self.trailerLength
        let offsetSize = Int(text[trailer + 6])
        referenceSize = Int(text[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(trailer + 8, 8, text), let table = Self.number(trailer + 24, 8, text),
            table <= range.count, count <= Self.maxObjects, start + table + count * offsetSize <= trailer
        else { return nil }
        tableStart = start + table
        for entry in 0..<count {
            guard let offset = Self.number(tableStart + entry * offsetSize, offsetSize, text),
                let object = object(at: start + min(offset, range.count), text)
            else { return nil }
            objects.append(object)
        }
        guard !hasOverlaps, markNames(text) else { return nil }
    }

    /// Hides all values.
    func hide(in text: inout [UInt8]) {
        for object in objects {
            let range = object.content
            switch object.marker >> 4 {
            case 0x1: hideInteger(range, in: &text)
            case 0x2: hideReal(range, in: &text)
            case 0x3: hideDate(range, in: &text)
            case 0x4:
                var random = placeholders.randomness(for: range, of: text)
                for index in range { text[index] = UInt8(truncatingIfNeeded: random.next()) }
            case 0x5, 0x7:
                guard !object.isName || !OrdinaryName.matches(range, in: text) else { continue }
                placeholders.hide(range, in: &text)
            case 0x6: hideUTF16(range, isName: object.isName, in: &text)
            default: break
            }
        }
    }

    // MARK: - Objects

    private static func number(_ start: Int, _ size: Int, _ text: [UInt8]) -> Int? {
        var number: UInt64 = 0
        for index in start..<start + size { number = number << 8 | UInt64(text[index]) }
        return Int(exactly: number)
    }

    /// Returns the object at an offset, with the range of its content.
    private func object(at offset: Int, _ text: [UInt8]) -> Object? {
        guard offset >= start + 8, offset < tableStart else { return nil }
        let marker = text[offset]
        let (kind, low) = (marker >> 4, Int(marker & 15))
        var (first, count) = (offset + 1, low)
        if kind == 0x1 || kind == 0x2 {
            guard low <= 4 else { return nil }
            count = 1 << low
        } else if kind == 0x3 {
            count = 8
        } else if kind == 0x8 {
            count = low + 1
        } else if kind == 0x0 {
            count = 0
        } else if low == 15 {
            guard first < tableStart, text[first] >> 4 == 0x1, text[first] & 15 <= 3 else { return nil }
            let size = 1 << Int(text[first] & 15)
            guard first + 1 + size <= tableStart, let length = Self.number(first + 1, size, text) else { return nil }
            (first, count) = (first + 1 + size, length)
        }
        guard count <= tableStart else { return nil }
        let size = kind == 0x6 ? 2 : kind == 0xD ? 2 * referenceSize : kind >= 0xA ? referenceSize : 1
        let (length, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow, length <= tableStart - first else { return nil }
        return Object(marker: marker, content: first..<first + length)
    }

    /// Marks the objects that are names in dictionaries.
    private mutating func markNames(_ text: [UInt8]) -> Bool {
        for object in objects where object.marker >> 4 == 0xD {
            let names = object.content.count / 2 / referenceSize
            for place in 0..<names {
                let offset = object.content.lowerBound + place * referenceSize
                guard let index = Self.number(offset, referenceSize, text), index < objects.count else { return false }
                objects[index].isName = true
            }
        }
        return true
    }

    private var hasOverlaps: Bool {
        var end = start
        for object in objects.sorted(by: { $0.content.lowerBound < $1.content.lowerBound }) {
            if object.content.lowerBound < end { return true }
            end = object.content.upperBound
        }
        return false
    }

    // MARK: - Values

    private func hideInteger(_ range: Range<Int>, in text: inout [UInt8]) {
        let low = range.suffix(8)
        var value: UInt64 = 0
        for index in low { value = value << 8 | UInt64(text[index]) }
        let isNegative = range.count == 8 && value >> 63 == 1
        let magnitude = isNegative ? ~value &+ 1 : value
        guard magnitude > 1 else { return }
        var random = placeholders.randomness(for: range, of: text)
        let number = NumberText.number(like: magnitude, isNegative, &random)
        Self.write(isNegative ? ~number &+ 1 : number, to: low, in: &text)
    }

    private static func write(_ number: UInt64, to range: some Collection<Int>, in text: inout [UInt8]) {
        var shift = UInt64(range.count) * 8
        for index in range {
            shift -= 8
            text[index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    /// Replaces the fraction of a number in binary, or a whole number by another one.
    private func hideReal(_ range: Range<Int>, in text: inout [UInt8]) {
        guard range.count == 4 || range.count == 8, let bits = Self.number(range.lowerBound, range.count, text) ?? nil
        else { return hideBits(range, in: &text) }
        let isFloat = range.count == 4
        let value =
            isFloat ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: UInt64(bits))
        guard let whole = UInt64(exactly: value), whole < 1 << 24 || !isFloat else { return hideBits(range, in: &text) }
        guard whole > 1 else { return }
        var random = placeholders.randomness(for: range, of: text)
        let number = Double(NumberText.number(like: whole, false, &random))
        Self.write(isFloat ? UInt64(Float(number).bitPattern) : number.bitPattern, to: range, in: &text)
    }

    /// Replaces the fraction bits, except the first ones after the exponent.
    private func hideBits(_ range: Range<Int>, in text: inout [UInt8]) {
        var random = placeholders.randomness(for: range, of: text)
        for index in range.dropFirst(2) { text[index] = UInt8(truncatingIfNeeded: random.next()) }
    }

    /// Replaces a date by one between 2001 and 2032.
    private func hideDate(_ range: Range<Int>, in text: inout [UInt8]) {
        var random = placeholders.randomness(for: range, of: text)
        Self.write(Double(random.next(in: 1...1_000_000_000)).bitPattern, to: range, in: &text)
    }

    private func hideUTF16(_ range: Range<Int>, isName: Bool, in text: inout [UInt8]) {
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
            UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
        }
        let value = String(decoding: units, as: UTF16.self)
        if isName, OrdinaryName.matches(value) { return }
        let hidden = Array(placeholders.hidden(value).utf16)
        guard hidden.count == units.count else { return }
        for (place, unit) in hidden.enumerated() {
            text[range.lowerBound + 2 * place] = UInt8(truncatingIfNeeded: unit >> 8)
            text[range.lowerBound + 2 * place + 1] = UInt8(truncatingIfNeeded: unit)
        }
    }
}
