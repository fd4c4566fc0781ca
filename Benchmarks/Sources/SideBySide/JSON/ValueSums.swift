import CSimdjson
import DecantCore
import DecantJSON

/// The sums of all values of a text: reading every value, of which no part may be left out.
struct ValueSums: Hashable {
    /// The number of values.
    var values = 0

    /// The lengths and the first bytes of all names and strings.
    var text = 0

    var integers = 0
    var doubles = 0.0

    var checksum: Checksum { Checksum(counts: [values, text, integers, Int(bitPattern: UInt(doubles.bitPattern))]) }

    init() {}

    init(_ sums: simdjson_rival_sums) {
        values = Int(sums.values)
        text = Int(sums.text)
        integers = Int(sums.integers)
        doubles = sums.doubles
    }
}

extension ValueSums {
    private mutating func add(_ text: borrowing BorrowedText) {
        self.text &+= text.withBytes { bytes in bytes.count &+ (bytes.isEmpty ? 0 : Int(bytes[0])) }
    }

    private mutating func add(_ text: String) {
        self.text &+= text.utf8.count &+ Int(text.utf8.first ?? 0)
    }

    /// Adds a value with all parts, without creating strings.
    mutating func add(_ cursor: borrowing JSON.Cursor) {
        values &+= 1
        switch cursor.kind {
        case .null: break
        case .boolean: integers &+= cursor.bool == true ? 1 : 0
        case .number: addNumber(cursor)
        case .string: if let text = cursor.text { add(text) }
        case .array:
            guard var elements = cursor.array else { return }
            while let element = elements.next() { add(element) }
        case .object:
            guard var members = cursor.object else { return }
            while let member = members.next() {
                add(member.name)
                add(member)
            }
        }
    }

    /// Adds a value with all parts, and creates each string.
    mutating func addStrings(_ cursor: borrowing JSON.Cursor) {
        values &+= 1
        switch cursor.kind {
        case .null: break
        case .boolean: integers &+= cursor.bool == true ? 1 : 0
        case .number: addNumber(cursor)
        case .string: add(cursor.string ?? "")
        case .array:
            guard var elements = cursor.array else { return }
            while let element = elements.next() { addStrings(element) }
        case .object:
            guard var members = cursor.object else { return }
            while let member = members.next() {
                add(String(member.name))
                addStrings(member)
            }
        }
    }

    /// Adds a value with all parts, as views that keep the document alive.
    mutating func addViews(_ json: JSON) {
        values &+= 1
        switch json.kind {
        case .null: break
        case .boolean: integers &+= json.bool == true ? 1 : 0
        case .number: addNumber(json.cursor)
        case .string: add(json.string ?? "")
        case .array:
            guard let elements = json.array else { return }
            for element in elements { addViews(element) }
        case .object:
            guard let members = json.object else { return }
            for member in members {
                add(member.key)
                addViews(member.value)
            }
        }
    }

    @inline(__always)
    private mutating func addNumber(_ cursor: borrowing JSON.Cursor) {
        guard cursor.hasOnlyDigits else {
            doubles += cursor.double ?? 0
            return
        }
        integers &+= cursor.int ?? Int(truncatingIfNeeded: cursor.integer(as: UInt64.self) ?? 0)
    }
}
