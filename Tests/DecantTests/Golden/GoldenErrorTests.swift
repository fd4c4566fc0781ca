import Decant
import DecantCaptures
import DecantFoundation
import Foundation
import Testing
import TestSupport

/// Compares the texts of errors and findings with the files in `Tests/Golden`, so that a change of words is seen.
///
/// A case is added by one line of such a file; `DECANT_UPDATE_GOLDEN=1 swift test --filter Golden` writes the texts.
@Suite struct GoldenErrorTests {
    private struct User: Decodable, Sendable {
        var name: String
        var age: Int
        var team: String?
        var roles: [Role]?
        var born: Date?
        var picture: Data?
        var home: URL?
        var price: Decimal?
    }

    /// An enumeration whose cases are names of elements.
    private enum Shape: Decodable, Sendable {
        case circle(Int)
        case square(Int)

        enum CodingKeys: String, XMLChoiceCodingKey { case circle, square }
    }

    private struct Drawing: Decodable, Sendable {
        var shape: Shape
    }

    /// A type that decodes a member whether it is there or not.
    private struct Present: Decodable, Sendable {
        let text: String

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingPathKey.self)
            text = try members.superDecoder(forKey: CodingPathKey.text).singleValueContainer().decode(String.self)
        }

        enum CodingPathKey: CodingKey { case text }
    }

    /// A type that expects two elements.
    private struct Pair: Decodable, Sendable {
        let first: Int
        let second: Int

        init(from decoder: any Decoder) throws {
            var elements = try decoder.unkeyedContainer()
            first = try elements.decode(Int.self)
            second = try elements.decode(Int.self)
        }
    }

    private struct Wrapped: Decodable, Sendable {
        struct Item: Decodable, Sendable { var code: Int? }

        var items: [Item]
    }

    private struct Code: Decodable, Sendable {
        var code: Int
    }

    private struct Name: Decodable, Sendable {
        var nAME: String
    }

    /// A type whose keys are names that a key strategy converts to other keys.
    private struct Account: Decodable, Sendable {
        var created: String?
        var name: String

        enum CodingKeys: String, CodingKey {
            case created = "created_at"
            case name = "user_name"
        }
    }

    private struct Team: Decodable, Sendable {
        var members: [String]
        var scores: [String: Int]
        var isOpen: Bool?
    }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no luck" }
    }

    private enum Color: String, JSON.DirectDecodable, Sendable {
        case red, green, blue
    }

    private enum Role: String, Decodable, Sendable {
        case admin, editor
    }

    /// Limits that a small body exceeds.
    private static let small: Limits = {
        var limits = Limits()
        limits.jsonDepth = 2
        limits.jsonNumberBytes = 5
        (limits.jsonNodes, limits.propertyListNodes, limits.xmlNodes) = (8, 8, 8)
        limits.propertyListDepth = 2
        limits.propertyListReferences = 3
        limits.xmlDepth = 2
        limits.xmlAttributes = 1
        limits.xmlNameBytes = 5
        limits.xmlTextBytes = 10
        limits.xmlEntityDepth = 2
        limits.xmlEntityBytes = 100
        limits.headBytes = 200
        limits.fieldBytes = 60
        limits.fieldCount = 3
        limits.interimHeads = 1
        return limits
    }()

    /// Decodes a body and prints the error or the findings; the words after the name of the decoder change it.
    private static func text(_ serializer: some ResponseSerializer, _ words: [Substring], _ body: [UInt8]) -> String {
        let limited = words.contains("small") ? serializer.limits(small) : serializer
        var head = HTTPResponse(status: .ok)
        head.headerFields[.contentType] = serializer.handling.configuration.mediaTypes?.first?.description
        return GoldenFile.text { () throws(ResponseError) in try limited.response(of: body, for: head) }
    }

    private static func text(
        typed serializer: some ResponseSerializer & FormatSerializer,
        _ words: [Substring],
        _ body: [UInt8]
    )
        -> String
    {
        var serializer = serializer
        if words.contains("iso8601") { serializer = serializer.dates(.iso8601) }
        if words.contains("seconds") { serializer = serializer.dates(.secondsSince1970) }
        if words.contains("milliseconds") { serializer = serializer.dates(.millisecondsSince1970) }
        if words.contains("custom") { serializer = serializer.dates { _ in nil } }
        if words.contains("array") { serializer = serializer.data(.array) }
        if words.contains("snake") { serializer = serializer.keys(.convertFromSnakeCase) }
        if words.contains("function") { serializer = serializer.keys { _ in Present.CodingPathKey.text } }
        if words.contains("capitalized") { serializer = serializer.keys(.convertFromCapitalized) }
        if words.contains("refusing") {
            serializer = serializer.scalars(of: Date.self) { _, _ in throw Refusal() }
        }
        if words.contains("mail") { serializer = serializer.dates(.internetMessage) }
        if words.contains("skipping") { serializer = serializer.skippingBadElements(upTo: 1) }
        if words.contains("converting") { serializer = serializer.converting(.all) }
        return text(serializer, words, body)
    }

    /// Compares the cases of a file.
    private static func compare(
        _ name: String,
        atLeast count: Int,
        _ printed: ([Substring], [UInt8]) -> String
    ) async throws {
        let result = try await GoldenFile(name).differences { decoder, body in
            // The traits that are on decide which codings can be requested.
            printed(decoder.split(separator: " "), body).replacing(", br", with: "").replacing(", zstd", with: "")
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count == 0 || result.count >= count)
    }

    @Test func errorsOfJSONReadAsInTheFile() async throws {
        try await Self.compare("json", atLeast: 60) { words, body in
            var options = JSON.Options()
            options.rejectsDuplicateKeys = words.contains("once")
            options.allowsFragments = !words.contains("objects")
            if words.contains("json5") { options.quirks = .json5 }
            if words.contains("surrogates") { options.quirks = .loneSurrogates }
            switch words.first {
            case "User": return Self.text(typed: .json(User.self, options: options), words, body)
            case "Users": return Self.text(typed: .json([User].self, options: options), words, body)
            case "Int8s": return Self.text(typed: .json([Int8].self, options: options), words, body)
            case "Dates": return Self.text(typed: .json([Date].self, options: options), words, body)
            case "Pairs": return Self.text(typed: .json([Pair].self, options: options), words, body)
            case "Colors":
                return Self.text(JSONResponseSerializer(direct: [Color].self, options: options), words, body)
            case "Account": return Self.text(typed: .json(Account.self, options: options), words, body)
            case "Team": return Self.text(typed: .json(Team.self, options: options), words, body)
            case "problem": return Self.text(.problemDetails, words, body)
            default: return Self.text(.json(options: options), words, body)
            }
        }
    }

    @Test func errorsOfXMLReadAsInTheFile() async throws {
        try await Self.compare("xml", atLeast: 60) { words, body in
            var options = XML.Options()
            if words.contains("quirks") { options.quirks = .leadingWhitespace }
            switch words.first {
            case "User": return Self.text(typed: .xml(User.self, options: options), words, body)
            case "Users": return Self.text(typed: .xml([User].self, options: options), words, body)
            case "Int8s": return Self.text(typed: .xml([Int8].self, options: options), words, body)
            case "Dates": return Self.text(typed: .xml([Date].self, options: options), words, body)
            case "Pairs": return Self.text(typed: .xml([Pair].self, options: options), words, body)
            case "Wrapped": return Self.text(typed: .xml(Wrapped.self, options: options), words, body)
            case "Drawing": return Self.text(typed: .xml(Drawing.self, options: options), words, body)
            case "Present": return Self.text(typed: .xml(Present.self, options: options), words, body)
            case "Codes": return Self.text(typed: .xml([Code].self, options: options), words, body)
            case "Name": return Self.text(typed: .xml(Name.self, options: options), words, body)
            case "Account": return Self.text(typed: .xml(Account.self, options: options), words, body)
            case "Team": return Self.text(typed: .xml(Team.self, options: options), words, body)
            case "problem": return Self.text(.xmlProblemDetails, words, body)
            default: return Self.text(.xmlDocument(options: options), words, body)
            }
        }
    }

    @Test func errorsOfPropertyListsReadAsInTheFile() async throws {
        try await Self.compare("property-list", atLeast: 40) { words, body in
            var options = PropertyList.Options()
            options.rejectsDuplicateKeys = words.contains("once")
            if words.contains("openStep") { options.formats.insert(.openStep) }
            if words.contains("gnustep") { options.quirks = .gnustepValues }
            if words.contains("binary") { options.formats = [.binary] }
            if words.contains("xml") { options.formats = [.xml] }
            let body = words.contains("objects") ? Self.binaryList(body) : body
            switch words.first {
            case "User": return Self.text(typed: .propertyList(User.self, options: options), words, body)
            case "Int8s": return Self.text(typed: .propertyList([Int8].self, options: options), words, body)
            case "Pairs": return Self.text(typed: .propertyList([Pair].self, options: options), words, body)
            case "Account": return Self.text(typed: .propertyList(Account.self, options: options), words, body)
            case "Team": return Self.text(typed: .propertyList(Team.self, options: options), words, body)
            case "Dates": return Self.text(typed: .propertyList([Date].self, options: options), words, body)
            default: return Self.text(.propertyList(options: options), words, body)
            }
        }
    }

    @Test func errorsOfTextReadAsInTheFile() async throws {
        try await Self.compare("text", atLeast: 8) { words, body in
            var options = TextOptions()
            options.replacesMalformed = words.contains("replacing")
            if words.contains("as-shift_jis") { options.charset = .shiftJIS }
            let type = words.first.flatMap { word -> ResponseMediaType? in
                if word == "text" { return nil }
                return ResponseMediaType(parsing: word.contains("/") ? String(word) : "text/plain; charset=\(word)")
            }
            let serializer = StringResponseSerializer(options: options).acceptingAnyMediaType()
            return GoldenFile.text { () throws(ResponseError) in
                try serializer.response(of: body, for: ResponseContext(mediaType: type))
            }
        }
    }

    /// A body is a whole response, as `curl -i` prints it.
    @Test func errorsOfResponsesReadAsInTheFile() async throws {
        try await Self.compare("response", atLeast: 40) { words, body in
            let limits = words.contains("small") ? Self.small : Limits()
            let method = words.contains("HEAD") ? HTTPRequest.Method.head : .get
            let url = "https://user:secret@example.com/users/9?token=secret#secret"
            return GoldenFile.text { () throws(ResponseError) -> DecodedResponse<JSON> in
                let saved = try SavedResponse(body, limits: limits)
                return try saved.response(
                    as: JSONResponseSerializer().failure(.problemDetails).limits(limits),
                    method: method,
                    url: url
                )
            }
        }
    }

    /// A binary property list of some objects, which are separated by bars; the first one is the top.
    private static func binaryList(_ text: [UInt8]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in text.split(separator: UInt8(ascii: "|")) {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        return bytes + [0, 0, 0, 0, 0, 0, 0, UInt8(offsets.count), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, table]
    }
}
