import DecantCore
import DecantJSON
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder.json != nil, "DECANT_CORPORA is not set"))
struct JSONCorpusTests {
    /// The files that Decant rejects where the corpus allows either outcome; it accepts the others.
    ///
    /// - A lone surrogate is not text: no `String` can hold it, and replacing it with U+FFFD would make unequal keys
    ///   equal.
    /// - Malformed UTF-8 is an error by default, as in every module; replacement is an option.
    /// - Comments, trailing commas, and similar extensions are quirks, which are off by default.
    static let refused: Set<String> = [
        "i_object_key_lone_2nd_surrogate", "i_string_1st_surrogate_but_2nd_missing", "i_string_UTF-8_invalid_sequence",
        "i_string_incomplete_surrogate_pair", "i_string_invalid_lonely_surrogate", "i_string_invalid_utf-8",
        "i_string_inverted_surrogates_U+1D11E", "i_string_iso_latin_1", "i_string_lone_utf8_continuation_byte",
        "i_string_overlong_sequence_2_bytes", "i_string_overlong_sequence_6_bytes",
        "i_string_overlong_sequence_6_bytes_null", "string_1_invalid_codepoint", "string_2_escaped_invalid_codepoints",
        "string_2_invalid_codepoints", "json-quirks",
    ]

    @Test(arguments: CorpusFolder.jsonRows(of: "expected.tsv"))
    func matchesTheVerdictAndTheValueOfTheCorpus(row: [String: String]) throws {
        let path = try #require(row["path"])
        let body = ResponseBytes(try #require(CorpusFolder.json).bytes(of: path))
        let name = try #require(path.split(separator: "/").last).dropLast(".json".count)
        let isAccepted = row["expect"] == "either" ? !Self.refused.contains(String(name)) : row["expect"] == "accept"
        do throws(ResponseError) {
            let json = try JSON(parsing: body)
            #expect(isAccepted)
            if let digest = row["digest"], digest != "-" { #expect(JSONEventLines(json).digest == digest) }
        } catch {
            #expect(!isAccepted, "\(error)")
            #expect(error.offset.map { $0 <= body.count } == true)
        }
    }

    @Test func readsEveryNumberToTheLastBit() throws {
        let rows = CorpusFolder.jsonRows(of: "numbers.tsv")
        #expect(rows.count > 3000)
        for row in rows {
            let text = try #require(row["text"])
            do throws(ResponseError) {
                let json = try JSON(parsing: ResponseBytes(text.utf8))
                guard json.kind == .number else { continue }
                #expect(row["expect"] != "reject", "\(text)")
                let bits = row["double_bits_be"].flatMap { UInt64($0, radix: 16) }
                #expect(json.double?.bitPattern == bits, "\(text)")
                #expect(json.number?.double.bitPattern == bits, "\(text)")
            } catch {
                #expect(row["expect"] == "reject", "\(text): \(error.message)")
            }
        }
    }

    @Test func readsOrRejectsFuzzedInputs() throws {
        let bytes = try #require(CorpusFolder.json).bytes(of: "fuzz.jsonl")
        let lines = bytes.split(separator: 0x0A)
        #expect(lines.count > 300)
        for line in lines {
            let row = try JSON(parsing: ResponseBytes(line))
            let text = try #require(row["base64"]?.string)
            let data = try #require(Data(base64Encoded: text))
            do throws(ResponseError) {
                _ = JSONEventLines(try JSON(parsing: ResponseBytes(data))).digest
            } catch {
                #expect(error.offset.map { $0 <= data.count } == true, "\(error)")
            }
        }
    }
}

/// The event lines of a value as the corpus defines them: one for each bracket, name, and scalar, in document order.
struct JSONEventLines {
    private var lines: [String] = []

    /// Lists the events of a value, without recursion.
    init(_ json: JSON) {
        var rest: [Step] = [.value(json)]
        while let step = rest.popLast() {
            switch step {
            case .line(let line): lines.append(line)
            case .value(let value): begin(value, rest: &rest)
            }
        }
    }

    /// The SHA-256 of the lines joined by line feeds.
    var digest: String { SHA256Digest(Array(lines.joined(separator: "\n").utf8)).description }

    private enum Step {
        case value(JSON)
        case line(String)
    }

    private mutating func begin(_ value: JSON, rest: inout [Step]) {
        switch value.kind {
        case .null: lines.append("z")
        case .boolean: lines.append(value.bool == true ? "t" : "f")
        case .number: lines.append("n:" + hexadecimal(value.double?.bitPattern ?? 0))
        case .string: lines.append("s:" + hexadecimal(value.string ?? ""))
        case .array:
            lines.append("[")
            rest.append(.line("]"))
            rest += (value.array.map(Array.init) ?? []).reversed().map { .value($0) }
        case .object:
            lines.append("{")
            rest.append(.line("}"))
            for member in (value.object.map(Array.init) ?? []).reversed() {
                rest.append(.value(member.value))
                rest.append(.line("k:" + hexadecimal(member.key)))
            }
        }
    }

    private func hexadecimal(_ text: String) -> String {
        text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private func hexadecimal(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension CorpusFolder {
    /// The JSON files of the corpora, or nil if the corpora are missing.
    static let json = CorpusFolder("json")

    /// The rows of a corpus file; empty if the corpora are missing.
    static func jsonRows(of name: String) -> [[String: String]] { json?.rows(of: name) ?? [] }
}
