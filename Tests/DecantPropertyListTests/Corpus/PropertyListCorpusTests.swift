import DecantCore
import DecantPropertyList
import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("plist") != nil, "DECANT_CORPORA is not set"))
struct PropertyListCorpusTests {
    @Test(arguments: PropertyListCorpus.rows)
    func matchesTheVerdictAndTheValueOfTheCorpus(row: PropertyListCorpus.Row) throws {
        let bytes = try #require(CorpusFolder("plist")).bytes(of: row.path)
        do throws(ResponseError) {
            let list = try PropertyList(parsing: ResponseBytes(bytes), options: row.options)
            #expect(row.isAccepted)
            let lines = PropertyListEventLines(list)
            if let digest = row.digest { #expect(lines.digest == digest, "\(lines.text)") }
        } catch {
            #expect(!row.isAccepted, "\(error)")
            #expect(error.offset.map { $0 <= bytes.count } == true)
        }
    }

    @Test func hasADecisionForEveryOpenCase() {
        let rows = CorpusFolder("plist")?.rows(of: "expected.tsv") ?? []
        let open = rows.filter { $0["expect"] == "either" }.compactMap { $0["path"] }
        #expect(open.count > 50)
        #expect(open.filter { PropertyListCorpus.choice(for: $0) == nil } == [])
    }

    @Test(arguments: PropertyListCorpus.rows)
    func survivesEveryFileInEveryFormat(row: PropertyListCorpus.Row) throws {
        let body = ResponseBytes(try #require(CorpusFolder("plist")).bytes(of: row.path))
        for format in PropertyList.Format.allCases {
            var options = PropertyList.Options()
            options.formats = [format]
            options.quirks = .gnustepValues
            do throws(ResponseError) {
                let list = try PropertyList(parsing: body, options: options)
                #expect(try PropertyList.Value(list) == PropertyList.Value(list))
                #expect(list == list && list.hashValue == list.hashValue)
            } catch {
                #expect(error.offset.map { $0 <= body.count } ?? true, "\(error)")
            }
        }
    }
}

/// The event lines of a list as the corpus defines them: one for each bracket, key, and scalar.
///
/// The members of a dictionary are sorted by the bytes of their keys. Only the last of several members with the same
/// key appears.
struct PropertyListEventLines {
    private var lines: [String] = []

    /// Lists the events of a value, without recursion.
    init(_ list: PropertyList) {
        var rest: [Step] = [.value(list)]
        while let step = rest.popLast() {
            switch step {
            case .line(let line): lines.append(line)
            case .value(let value): begin(value, rest: &rest)
            }
        }
    }

    /// The SHA-256 of the lines joined by line feeds.
    var digest: String { SHA256Digest(Array(lines.joined(separator: "\n").utf8)).description }

    /// The lines joined by line feeds.
    var text: String { lines.joined(separator: "\n") }

    private enum Step {
        case value(PropertyList)
        case line(String)
    }

    private mutating func begin(_ value: PropertyList, rest: inout [Step]) {
        switch value.kind {
        case .array, .set:
            lines.append("[")
            rest.append(.line("]"))
            let elements = value.array.map(Array.init) ?? value.set.map(Array.init) ?? []
            rest += elements.reversed().map { .value($0) }
        case .dictionary:
            lines.append("{")
            rest.append(.line("}"))
            for member in members(of: value).reversed() {
                rest.append(.value(member.value))
                rest.append(.line("k:" + hexadecimal(member.key.utf8)))
            }
        default: lines.append(scalar(value))
        }
    }

    private func members(of dictionary: PropertyList) -> [(key: String, value: PropertyList)] {
        var values: [[UInt8]: PropertyList] = [:]
        for member in dictionary.dictionary.map(Array.init) ?? [] { values[Array(member.key.utf8)] = member.value }
        let keys = values.keys.sorted { $0.lexicographicallyPrecedes($1) }
        return keys.compactMap { key in values[key].map { (String(decoding: key, as: UTF8.self), $0) } }
    }

    private func scalar(_ value: PropertyList) -> String {
        switch value.kind {
        case .boolean: value.bool == true ? "b:1" : "b:0"
        case .integer: "i:\(value.integer(as: Int128.self) ?? 0)"
        case .real: "r:" + real(value.double ?? 0)
        case .date: "t:" + EventDate(secondsSince2001: value.secondsSinceReferenceDate ?? 0).text
        case .data: "d:" + hexadecimal(value.data ?? [])
        case .uid: "u:\(value.uid ?? 0)"
        default: "s:" + hexadecimal((value.string ?? "").utf8)
        }
    }

    private func real(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        return hexadecimal((0..<8).reversed().map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) })
    }

    private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// A date in the format of the corpus's event lines, to the microsecond.
struct EventDate {
    private let day: Int
    private let microseconds: Int

    init(secondsSince2001 seconds: Double) {
        let whole = seconds.rounded(.towardZero)
        let fraction = ((seconds - whole) * 1e6).rounded(.toNearestOrEven)
        let total = Int128(whole) * 1_000_000 + Int128(fraction)
        let perDay: Int128 = 86_400_000_000
        let days = total >= 0 ? total / perDay : -((-total + perDay - 1) / perDay)
        day = Int(truncatingIfNeeded: days)
        microseconds = Int(truncatingIfNeeded: total - days * perDay)
    }

    /// The date in the Gregorian calendar, in UTC.
    var text: String {
        // Days since 0000-03-01, in eras of 400 years.
        let (year, month, dayOfMonth) = Self.civil(day + 730_791)
        let seconds = microseconds / 1_000_000
        let parts = [
            Self.padded(year, 4), "-", Self.padded(month, 2), "-", Self.padded(dayOfMonth, 2), "T",
            Self.padded(seconds / 3600, 2), ":", Self.padded(seconds / 60 % 60, 2), ":", Self.padded(seconds % 60, 2),
            ".", Self.padded(microseconds % 1_000_000, 6), "Z",
        ]
        return parts.joined()
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
