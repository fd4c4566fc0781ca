import BenchmarkInputs
import CSimdjson
import DecantCore
import DecantJSON
import Foundation
import HTTPTypes
import MacroModels

/// JSON: documents, trees, and `Decodable` types.
struct JSONSuite: Suite {
    func files(named names: [String]) -> [InputFile] { InputFile.json(named: names) }

    var missingFiles: [String] { InputFile.missingJSON }

    var growthShapes: [GrowthShape] { GrowthShape.json }

    func locationFigures(rounds: Int) throws -> [Figure] { [try LocationFigure.measured(rounds: rounds)] }

    func programFigures(rounds: Int) throws -> [Figure] {
        try ScalarFigures.measured(rounds: rounds) + ProcessFigures.measured()
    }

    var versions: [String] {
        ["simdjson \(SimdjsonParser.version), \(SimdjsonParser.kernel) kernel (Debian's package)"]
    }
}

extension JSONSuite {
    /// Returns the competitors for a file.
    ///
    /// simdjson needs padding after the bytes and copies them into a buffer that it reuses; the copy is timed. A
    /// `ResponseBytes` already has padding when it is received.
    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        if let competitors = keyCompetitors(on: file) { return competitors }
        let bytes = file.bytes
        let body = ResponseBytes(bytes)
        let data = Data(bytes)
        let parser = SimdjsonParser()
        let limit = CopyLimit(bytes)
        return [
            (.decantDocument, Work(making: { try JSON(parsing: body) })),
            (.decantTree, Work(making: { try JSON.Value(parsing: body) })),
            (.simdjson, Work { try parser.parse(bytes) }),
            (.jsonSerialization, Work(making: { try JSONSerialization.jsonObject(with: data) })),
            (.copy, Work { limit.run() }),
        ] + reading(bytes, body, parser) + decoders(file.name, body: body, data: data)
            + (file.name == "twitter" ? withoutNulls(body: body, data: data) : [])
            + (file.name == "rest200" ? [response(body)] : [])
            + directDecoders(file.name, body: body)
    }

    /// Returns the competitor that decodes a response with a head.
    private func response(_ body: ResponseBytes) -> (name: Competitor, work: Work) {
        let fields: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .contentLength: "\(body.count)",
            .date: "Tue, 15 Nov 1994 08:12:31 GMT", .server: "nginx",
        ]
        let head = HTTPResponse(status: .ok, headerFields: fields)
        let serializer = JSONResponseSerializer()
        return (.decantResponse, Work(making: { try serializer.value(of: body, for: head) }))
    }

    /// Returns the competitors that parse the text and read every name and value.
    private func reading(
        _ bytes: [UInt8],
        _ body: ResponseBytes,
        _ parser: SimdjsonParser
    ) -> [(name: Competitor, work: Work)] {
        func reading(_ add: @escaping (inout ValueSums, JSON) -> Void) -> Work {
            Work(counting: {
                let json = try JSON(parsing: body)
                var sums = ValueSums()
                add(&sums, json)
                return sums.checksum
            })
        }
        return [
            (.decantCursor, reading { $0.add($1.cursor) }),
            (.decantCursorStrings, reading { $0.addStrings($1.cursor) }),
            (.decantViews, reading { $0.addViews($1) }),
            (.simdjsonViews, Work(counting: { try parser.read(bytes, copies: false).checksum })),
            (.simdjsonStrings, Work(counting: { try parser.read(bytes, copies: true).checksum })),
        ]
    }

    /// Returns the competitors that drop nulls.
    private func withoutNulls(body: ResponseBytes, data: Data) -> [(name: Competitor, work: Work)] {
        var options = JSON.Options()
        options.removesNullMembers = true
        options.removesNullElements = true
        let withoutNulls = options
        return [
            (.decantTreeWithoutNulls, Work(making: { try JSON.Value(parsing: body, options: withoutNulls) })),
            (
                .jsonSerializationWithoutNulls,
                Work(making: { NullRemoval.removing(from: try JSONSerialization.jsonObject(with: data)) })
            ),
        ]
    }

    /// Returns the competitors that decode a value of the file's own type.
    private func decoders(_ name: String, body: ResponseBytes, data: Data) -> [(name: Competitor, work: Work)] {
        switch name {
        case "rest200", "rest200i": decoders(Account.self, body: body, data: data)
        case "strings", "letters": decoders([Row].self, body: body, data: data)
        case "logs": decoders([LogEntry].self, body: body, data: data)
        case "rest2k", "rest2ki", "rest20k", "rest20ki": decoders(Page.self, body: body, data: data)
        case "github_events": decoders([GitHubEvent].self, body: body, data: data)
        case "twitter", "twitterescaped": decoders(TwitterSearch.self, body: body, data: data)
        case "mesh": decoders(Mesh.self, body: body, data: data)
        case "catalogue": decoders(Catalogue.self, body: body, data: data)
        case "canada": decoders(FeatureCollection.self, body: body, data: data)
        case "gsoc-2018": decoders([String: SummerProject].self, body: body, data: data)
        case "records50": decoders([Record].self, body: body, data: data)
        case "doubles": decoders(Wrapped<Double>.self, body: body, data: data)
        default: []
        }
    }

    private func decoders<Value: Decodable>(
        _ type: Value.Type,
        body: ResponseBytes,
        data: Data
    ) -> [(name: Competitor, work: Work)] {
        let decoder = JSONDecoder()
        return [
            (.decantDecodable, Work(making: { try JSON(parsing: body).decode(type) })),
            (.jsonDecoder, Work(making: { try decoder.decode(type, from: data) })),
        ]
    }

    /// Returns the competitors whose types read themselves from the document, by hand and by the macro.
    private func directDecoders(_ name: String, body: ResponseBytes) -> [(name: Competitor, work: Work)] {
        switch name {
        case "github_events": directDecoders([GitHubEvent].self, [MacroGitHubEvent].self, body: body)
        case "twitter": directDecoders(TwitterSearch.self, MacroTwitterSearch.self, body: body)
        case "catalogue": directDecoders(Catalogue.self, MacroCatalogue.self, body: body)
        case "canada": directDecoders(FeatureCollection.self, MacroFeatureCollection.self, body: body)
        case "records50": directDecoders([Record].self, [MacroRecord].self, body: body)
        default: []
        }
    }

    private func directDecoders<ByHand: JSON.DirectDecodable, ByMacro: JSON.DirectDecodable>(
        _ byHand: ByHand.Type,
        _ byMacro: ByMacro.Type,
        body: ResponseBytes
    ) -> [(name: Competitor, work: Work)] {
        [
            (.decantDirect, Work(making: { try JSON(parsing: body).decode(direct: byHand) })),
            (.decantMacro, Work(making: { try JSON(parsing: body).decode(direct: byMacro) })),
        ]
    }
}

extension JSONSuite {
    func figures(of comparison: Comparison) -> [Figure] {
        document(comparison) + reading(comparison) + trees(comparison) + decoding(comparison) + keyFigures(comparison)
            + response(comparison)
    }

    /// Returns the time of the path around the parser, in microseconds.
    private func response(_ comparison: Comparison) -> [Figure] {
        comparison.entries.compactMap { file, runs in
            guard let all = runs.time(of: .decantResponse), let parse = runs.time(of: .decantDocument) else {
                return nil
            }
            return Figure(
                "response with a head less its parse in microseconds, \(file.name)",
                (all - parse) / 1000,
                atMost: 0.7
            )
        }
    }

    private func document(_ comparison: Comparison) -> [Figure] {
        comparison.figures("document / JSONSerialization", .decantDocument, .jsonSerialization, each: 30)
            + comparison.figures("document / simdjson DOM", .decantDocument, .simdjson, mean: 1.35, each: 0.85)
            + comparison.figures(
                "document / simdjson DOM, many strings",
                .decantDocument,
                .simdjson,
                on: ["strings", "letters", "logs"],
                each: 0.9
            )
            + comparison.figure(
                "document / simdjson DOM, short members",
                .decantDocument,
                .simdjson,
                on: "members",
                1.2
            )
            + comparison.figures(
                "document of numbers / simdjson DOM",
                .decantDocument,
                .simdjson,
                on: ["doubles", "mesh", "canada"],
                each: 1.45
            )
            + comparison.figure("200-byte body to document / simdjson", .decantDocument, .simdjson, on: "rest200", 1.0)
    }

    private func reading(_ comparison: Comparison) -> [Figure] {
        comparison.figures("every value / simdjson, string_view", .decantCursor, .simdjsonViews, mean: 0.9, each: 0.5)
            + comparison.figures(
                "every value as String / simdjson, std::string",
                .decantCursorStrings,
                .simdjsonStrings,
                mean: 0.8,
                each: 0.5
            )
            + comparison.figures(
                "every value by views / simdjson, std::string",
                .decantViews,
                .simdjsonStrings,
                mean: 0.8,
                each: 0.4
            )
            + comparison.figures("eager tree / every value by views", .decantTree, .decantViews, mean: 0.9, each: 0.5)
    }

    private func trees(_ comparison: Comparison) -> [Figure] {
        comparison.figures("eager tree / JSONSerialization", .decantTree, .jsonSerialization, mean: 5, each: 4)
            + comparison.figure(
                "eager tree without nulls / JSONSerialization and removal of nulls, twitter",
                .decantTreeWithoutNulls,
                .jsonSerializationWithoutNulls,
                on: "twitter",
                20
            )
    }

    private func decoding(_ comparison: Comparison) -> [Figure] {
        comparison.figures("Decodable / JSONDecoder", .decantDecodable, .jsonDecoder, mean: 5.5, each: 4)
            + comparison.figure(
                "[Double] in a wrapper / JSONDecoder",
                .decantDecodable,
                .jsonDecoder,
                on: "doubles",
                12
            )
            + comparison.figure(
                "200-byte body to Decodable / JSONDecoder",
                .decantDecodable,
                .jsonDecoder,
                on: "rest200",
                6
            )
            + comparison.figure("coordinates / JSONDecoder", .decantDecodable, .jsonDecoder, on: "canada", 9)
            + comparison.figures("direct / JSONDecoder", .decantDirect, .jsonDecoder, mean: 18, each: 9)
            + comparison.figure("direct / JSONDecoder, catalogue", .decantDirect, .jsonDecoder, on: "catalogue", 22)
            + comparison.figures("direct by the macro / by hand", .decantMacro, .decantDirect, mean: 0.97, each: 0.97)
    }
}

extension JSONSuite {
    /// The minimum size of a file for memory figures; for smaller ones, memory pages dominate the figure.
    private static let smallestFile = 500_000

    /// The minimum number of bytes per node.
    ///
    /// A node has 16 bytes, so in a denser text the nodes alone would exceed the bound.
    private static let minBytesOfNode = 10

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count >= Self.smallestFile }.compactMap { file in
            guard let ratio = try probe.ratio(of: .decantDocument, on: file) else { return nil }
            guard file.bytes.count >= Self.minBytesOfNode * Self.nodes(of: file) else { return nil }
            return Figure("peak memory of a parse / body, \(file.name)", ratio, atMost: 1.6)
        }
    }

    /// Returns the number of values and names in a text: one after each bracket, comma, and colon outside strings.
    private static func nodes(of file: InputFile) -> Int {
        var (count, isInside, isEscaped) = (1, false, false)
        for byte in file.bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInside.toggle()
            } else if isInside {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":")].contains(byte) {
                count += 1
            }
        }
        return count
    }
}

extension Competitor {
    static let decantTree = Competitor(rawValue: "Decant, eager tree")
    static let decantTreeWithoutNulls = Competitor(rawValue: "Decant, eager tree without nulls")
    static let decantResponse = Competitor(rawValue: "Decant, response with a head")
    static let decantDirect = Competitor(rawValue: "Decant, direct")
    static let decantMacro = Competitor(rawValue: "Decant, direct by the macro")
    static let decantCursor = Competitor(rawValue: "Decant, read by cursor")
    static let decantCursorStrings = Competitor(rawValue: "Decant, read as String")
    static let decantViews = Competitor(rawValue: "Decant, read by views")
    static let simdjson = Competitor(rawValue: "simdjson, DOM")
    static let simdjsonViews = Competitor(rawValue: "simdjson, read as string_view")
    static let simdjsonStrings = Competitor(rawValue: "simdjson, read as std::string")
    static let jsonSerialization = Competitor(rawValue: "JSONSerialization")
    static let jsonSerializationWithoutNulls = Competitor(rawValue: "JSONSerialization and removal of nulls")
    static let jsonDecoder = Competitor(rawValue: "JSONDecoder")
}

/// A type that decodes its only array with the standard library's initializer, as envelopes and property wrappers do.
struct Wrapped<Element: Decodable>: Decodable {
    let elements: [Element]

    init(from decoder: any Decoder) throws { elements = try [Element](from: decoder) }
}

/// Looks up names in a custom order, and counts those found.
struct AskedNames: Decodable {
    @TaskLocal static var names: [String] = []

    let found: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var found = 0
        for name in Self.names where try container.decodeIfPresent(Int.self, forKey: Name(name)) != nil { found += 1 }
        self.found = found
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) {
            stringValue = name
        }

        init?(stringValue: String) {
            self.init(stringValue)
        }

        init?(intValue: Int) {
            return nil
        }
    }
}

/// Removes nulls after `JSONSerialization` as AFNetworking does, in Swift: a second, recursive pass that recreates
/// every array and every dictionary.
enum NullRemoval {
    static func removing(from object: Any) -> Any {
        if let array = object as? [Any] {
            var kept: [Any] = []
            kept.reserveCapacity(array.count)
            for element in array where !(element is NSNull) { kept.append(removing(from: element)) }
            return kept
        }
        if let dictionary = object as? [String: Any] {
            var kept: [String: Any] = [:]
            kept.reserveCapacity(dictionary.count)
            for (key, value) in dictionary where !(value is NSNull) { kept[key] = removing(from: value) }
            return kept
        }
        return object
    }
}

/// simdjson's parser, reused for every document as its documentation recommends.
final class SimdjsonParser {
    private let parser: OpaquePointer

    struct Failure: Error {
        let code: Int32
    }

    init() {
        parser = simdjson_rival_create()
    }

    deinit {
        simdjson_rival_destroy(parser)
    }

    /// Parses the bytes, which are first copied into the padded buffer.
    func parse(_ bytes: [UInt8]) throws {
        let code = simdjson_rival_parse(parser, bytes, bytes.count)
        if code != 0 { throw Failure(code: code) }
    }

    /// Parses the bytes, which are first copied into the padded buffer, and reads every value.
    func read(_ bytes: [UInt8], copies: Bool) throws -> ValueSums {
        var sums = simdjson_rival_sums()
        let code = simdjson_rival_read(parser, bytes, bytes.count, copies ? 1 : 0, &sums)
        if code != 0 { throw Failure(code: code) }
        return ValueSums(sums)
    }

    /// Parses consecutive texts, followed by 64 zeros, and reads every value.
    func readMany(_ padded: [UInt8], count: Int) throws -> ValueSums {
        var sums = simdjson_rival_sums()
        let code = simdjson_rival_read_many(parser, padded, count, &sums)
        if code != 0 { throw Failure(code: code) }
        return ValueSums(sums)
    }

    /// Parses consecutive texts, followed by 64 zeros.
    func parseMany(_ padded: [UInt8], count: Int) throws -> Int {
        let documents = simdjson_rival_parse_many(parser, padded, count)
        if documents < 0 { throw Failure(code: -1) }
        return Int(documents)
    }

    static var version: String { String(cString: simdjson_rival_version()) }
    static var kernel: String { String(cString: simdjson_rival_kernel()) }
}
