import DecantCore
import DecantJSON
import DecantText
import FuzzSupport

/// The invariants of a value, independent of the way it was read.
struct JSONInvariants {
    private let json: JSON
    private let events: [JSONEvent]

    init(_ json: JSON) {
        self.json = json
        events = JSONEvent.events(of: json)
    }

    /// Checks all invariants.
    ///
    /// - Parameter hasQuirks: Whether there can be numbers that cannot be written.
    func run(hasQuirks: Bool) {
        visit(json)
        JSONReadings.compare(json)
        assureEqual(json, json, "a value is not itself")
        guard !hasQuirks else {
            for format in Self.formats { _ = json.bytes(format) }
            return
        }
        for format in Self.formats { examineText(format) }
        examineCanonicalText()
        examineOwnedValue()
        examinePositions()
    }

    private static let formats = [
        JSON.Format.compact, .pretty, JSON.Format(sortsNames: true), JSON.Format(indentation: 0),
    ]

    private func visit(_ json: JSON) {
        examineScalar(json)
        assureEqual(
            json.count,
            json.array.map(Array.init)?.count ?? json.object.map(Array.init)?.count ?? 0,
            "the number of parts"
        )
        if let array = json.array {
            let elements = Array(array)
            assureEqual(elements.count, json.count, "the number of elements")
            elements.forEach(visit)
            assure(json[json.count] == nil && json[-1] == nil, "an element outside of the array")
        }
        if let object = json.object {
            let members = Array(object)
            assureEqual(members.count, json.count, "the number of members")
            for member in members { visit(member.value) }
            if let first = members.first { assureEqual(json[first.key], first.value, "the first member") }
        }
    }
}

extension JSONInvariants {
    /// Checks that numbers match the standard library's parse of their text.
    private func examineScalar(_ json: JSON) {
        guard let number = json.number, let double = json.double, let last = number.text.utf8.last else { return }
        guard last <= 0x39 else { return }
        let expected = Double(number.text)
        assureEqual(expected?.bitPattern, double.bitPattern, "\(number.text) as a double")
        assureEqual(number.double.bitPattern, double.bitPattern, "the two doubles of \(number.text)")
        assureEqual(JSON.Number(number.text), number, "a number is not itself")
        assureEqual(json.integer(as: Int.self), json.int, "the two integers of \(number.text)")
        examineInteger(json, number, Int8.self)
        examineInteger(json, number, UInt8.self)
        examineInteger(json, number, Int.self)
        examineInteger(json, number, UInt64.self)
        examineInteger(json, number, Int128.self)
        examineInteger(json, number, UInt128.self)
    }

    private func examineInteger<Integer: FixedWidthInteger>(_ json: JSON, _ number: JSON.Number, _ type: Integer.Type) {
        let integer = json.integer(as: type)
        assureEqual(number.integer(as: type), integer, "the two integers of \(number.text)")
        let hasOnlyDigits = number.text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        if hasOnlyDigits { assureEqual(integer, Integer(number.text), "\(number.text) as \(type)") }
        guard let integer else { return }
        assure(number.isInteger, "\(number.text) is not an integer, but \(integer)")
        assureEqual(JSON.Number(integer), number, "\(number.text) as \(type)")
        assureEqual(JSON.Number(integer).hashValue, number.hashValue, "the hash of \(number.text)")
    }

    /// Checks that written text reads as the same value.
    private func examineText(_ format: JSON.Format) {
        let bytes = json.bytes(format)
        guard let again = parsed(ResponseBytes(bytes), JSON.Options(), .unlimited) else {
            fatalError("a text is refused that was written: \(json.text(format))")
        }
        assureEqual(again, json, "a value is another one once written")
        assureEqual(again.hashValue, json.hashValue, "the hash of a value once written")
        assureEqual(again.bytes(format), bytes, "a text is another one once read")
        if !format.sortsNames { assureEqual(JSONEvent.events(of: again), events, "a value once written") }
    }

    /// Checks that the canonical text is the same for all texts of the same value, including itself.
    private func examineCanonicalText() {
        let bytes = json.bytes(.canonical)
        assureEqual(
            parsed(ResponseBytes(bytes), JSON.Options(), .unlimited)?.bytes(.canonical),
            bytes,
            "the canonical text"
        )
        let sorted = parsed(ResponseBytes(json.bytes(JSON.Format(sortsNames: true))), JSON.Options(), .unlimited)
        assureEqual(sorted?.bytes(.canonical), bytes, "the canonical text of sorted members")
    }

    private func examineOwnedValue() {
        do throws(ResponseError) {
            let value = try JSON.Value(json)
            let again = try JSON.Value(parsing: ResponseBytes(json.bytes()))
            assureEqual(again, value, "an owned value once written")
            assureEqual(again.hashValue, value.hashValue, "the hash of an owned value once written")
        } catch {
            assureEqual(error.code, .limitExceeded, "an owned value")
        }
    }

    /// Checks that the path of a value leads to it, unless a name on the path is duplicated.
    private func examinePositions() {
        guard events.count < 200, !JSONEvent.hasDuplicates(events) else { return }
        var queue = [json]
        var visited = 0
        while visited < min(queue.count, 24) {
            let value = queue[visited]
            visited += 1
            assure(value.position.line >= 1 && value.position.offset >= 0, "the position of a value")
            var end: JSON? = json
            for step in value.path {
                switch step {
                case .index(let index): end = end?[index]
                case .key(let name): end = end?[name]
                }
            }
            assure(end != nil, "the path of a value leads nowhere: \(value.path)")
            queue += value.array.map(Array.init) ?? value.object?.map(\.value) ?? []
        }
    }
}

/// The options encoded in the first three bytes of an input.
struct JSONChoice {
    private(set) var options = JSON.Options()
    private(set) var limits = Limits()

    init(_ input: inout FuzzInput) {
        let syntax = input.takeByte()
        options.allowsFragments = syntax & 1 == 0
        options.rejectsDuplicateKeys = syntax & 2 != 0
        options.removesNullMembers = syntax & 4 != 0
        options.removesNullElements = syntax & 8 != 0
        let rest = input.takeByte()
        options.text.charset = Self.charsets[Int(rest & 7)]
        options.text.replacesMalformed = rest & 8 != 0
        if rest & 16 != 0 { limits.jsonDepth = 3 }
        if rest & 32 != 0 { limits.jsonNumberBytes = 6 }
        if rest & 64 != 0 { limits.jsonNodes = Int(rest >> 2 & 15) }
        options.quirks = JSON.Quirks(rawValue: UInt32(input.takeByte()))
        if rest & 128 != 0 { options.quirks.formUnion([.loneSurrogates, .controlCharacters]) }
    }

    private static let charsets: [Charset?] = [
        nil, nil, nil, nil, nil, .utf16LittleEndian, .shiftJIS, .iso2022JP,
    ]
}
