import Decant
import DecantCore
import DecantFoundation
import DecantImages
import DecantTesting
import Foundation
import Testing

/// Stored configurations, which every later release must decode.
///
/// The files in `Tests/Fixtures/Configurations` never change. A release that writes another form adds files.
@Suite struct StoredConfigurationTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/Configurations").standardized

    private func file(_ name: String) throws -> Data {
        try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
    }

    /// A response configuration in which no option has its default value.
    private func response(_ limits: (inout Limits) -> Void = { _ in }) -> ResponseConfiguration {
        var configuration = ResponseConfiguration(
            statuses: StatusCodes([304]).union(.successful),
            mediaTypes: ["*+json", "text/*", "a/b;c=\"d e\""],
            emptyBody: .noBytes,
            preparation: [.xssiPrefix, .byteOrderMark],
            errorBodies: .always
        )
        configuration.formatMediaTypes = ["x/y"]
        (configuration.limits.bodyBytes, configuration.limits.codingLayers) = (1000, 0)
        configuration.limits[Limits.Name("rowsOfAnotherModule", default: 1)] = 7
        limits(&configuration.limits)
        return configuration
    }

    private let text = TextOptions(charset: .windows1252, replacesMalformed: true)

    private func decoding(
        _ keys: DecodingOptions.Keys,
        _ dates: DecodingOptions.Dates,
        _ data: DecodingOptions.Data,
        _ numbers: DecodingOptions.NonFiniteNumbers? = nil
    ) -> DecodingOptions {
        let texts = DecodingOptions.NonFiniteNumbers.convertFromString(
            positiveInfinity: "i",
            negativeInfinity: "-i",
            nan: "n"
        )
        return DecodingOptions(keys: keys, dates: dates, data: data, nonFiniteNumbers: numbers ?? texts)
    }

    private var json: FormatConfiguration<JSON.Options> {
        var options = JSON.Options()
        options.allowsFragments = false
        options.rejectsDuplicateKeys = true
        options.removesNullMembers = true
        options.removesNullElements = true
        options.quirks = [.trailingCommas, .whiteSpace]
        options.text = text
        options.decoding = decoding(.convertFromSnakeCase, .millisecondsSince1970, .mimeBase64)
        options.path = "/data/items"
        options.badElements = [.root: 1, "/data/items": 3]
        let response = response { ($0.jsonDepth, $0.jsonNodes, $0.jsonNumberBytes) = (64, 100, 32) }
        return FormatConfiguration(response: response, options: options)
    }

    private var propertyList: FormatConfiguration<PropertyList.Options> {
        var options = PropertyList.Options()
        options.formats = [.openStep]
        options.rejectsDuplicateKeys = true
        options.quirks = .gnustepValues
        options.text = text
        options.decoding = decoding(.convertFromKebabCase, .secondsSince1970, .array)
        options.path = "/data"
        options.badElements = [.root: 1, "/data/items": 3]
        let response = response {
            ($0.propertyListDepth, $0.propertyListNodes, $0.propertyListReferences) = (64, 100, 8)
        }
        return FormatConfiguration(response: response, options: options)
    }

    private var xml: FormatConfiguration<XML.Options> {
        var options = XML.Options()
        options.processesNamespaces = false
        options.refusesExternalReferences = true
        options.whiteSpace = .fold
        options.keepsCDATA = true
        options.keepsComments = false
        options.quirks = .leadingWhiteSpace
        options.text = text
        options.decoding = decoding(.convertFromCapitalized, .internetMessage, .base64, .throw)
        options.path = "channel/item"
        options.badElements = [.root: 1, "data/items": 3]
        options.usesQualifiedNames = true
        options.namespaces = ["dc": "http://purl.org/dc/elements/1.1/"]
        options.rootName = "feed"
        options.trimsStrings = false
        options.emptyElementsAreNil = true
        options.requiresElementsOfArrays = true
        let names: [Limits.Name] = [
            .xmlDepth, .xmlNodes, .xmlAttributes, .xmlNameBytes, .xmlTextBytes, .xmlTokenBytes, .xmlEntityDepth,
            .xmlEntityBytes, .xmlEntityRatio,
        ]
        let response = response { for (index, name) in names.enumerated() { $0[name] = index + 1 } }
        return FormatConfiguration(response: response, options: options)
    }

    private var image: FormatConfiguration<ImageOptions> {
        var options = ImageOptions()
        options.alpha = .premultiplied
        options.depth = .source
        options.frames = .first
        options.maximumPixelSize = 64
        options.appliesOrientation = true
        options.acceptsPartial = true
        options.decoding = .upTo(pixels: 100)
        options.scale = 2.5
        let names: [Limits.Name] = [
            .pixels, .imageSide, .frames, .framePixels, .metadataChunks, .metadataBytes, .iconEntries, .scanPixels,
        ]
        let response = response { for (index, name) in names.enumerated() { $0[name] = index + 1 } }
        return FormatConfiguration(response: response, options: options)
    }

    private func compound() -> CompoundResponseSerializer<String> {
        CompoundResponseSerializer([
            JSONResponseSerializer(String.self).map { $0 }, StringResponseSerializer(),
        ])
    }

    private func check<Configuration: Codable & Equatable>(_ name: String, _ configuration: Configuration) throws {
        let stored = try file(name)
        #expect(try JSONDecoder().decode(Configuration.self, from: stored) == configuration)
        #expect(try JSON(parsing: stored).decode(Configuration.self) == configuration)
        #expect(try JSON(parsing: JSONEncoder().encode(configuration)).decode(Configuration.self) == configuration)
        let list = try PropertyListEncoder().encode(configuration)
        #expect(try PropertyListDecoder().decode(Configuration.self, from: list) == configuration)
    }

    @Test func filesOfThisReleaseDecodeForever() throws {
        try check("json", json)
        try check("property-list", propertyList)
        try check("xml", xml)
        try check("image", image)
        try check("text", FormatConfiguration(response: response(), options: text))
    }

    @Test func aFileOfACompoundDecodesForever() throws {
        var serializer = compound()
        try serializer.restoreConfiguration(from: JSONDecoder().decode(Restoring.self, from: file("compound")).decoder)
        #expect(serializer.handling.configuration.statuses == nil)
        #expect(serializer.handling.configuration.limits.waitingBytes == 1000)
        #expect(serializer.handling.configuration.limits.jsonDepth == .max)
        let members = serializer.configuration.members
        #expect((members[0] as? FormatConfiguration<JSON.Options>)?.options.decoding.dates == .iso8601)
        #expect((members[1] as? FormatConfiguration<TextOptions>)?.response.validation.mediaTypes == .some(nil))
        try checkContent("compound", serializer.configuration)
    }

    /// Fails if a file has other members or values than this release writes.
    private func checkContent(_ name: String, _ configuration: some Encodable) throws {
        #expect(try sorted(JSONEncoder().encode(configuration)) == sorted(file(name)), "\(name)")
    }

    private func sorted(_ text: Data) throws -> String {
        let object = try JSONSerialization.jsonObject(with: text)
        return String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }

    @Test func everyOptionIsWrittenByItsName() throws {
        try checkContent("json", json)
        try checkContent("property-list", propertyList)
        try checkContent("xml", xml)
        try checkContent("image", image)
        try checkContent("text", FormatConfiguration(response: response(), options: text))
    }

    @Test func everyPartDecodesFromAnEmptyFileAndEncodesNothing() throws {
        func check<Value: Codable & Equatable>(_ value: Value) throws {
            #expect(try JSONDecoder().decode(Value.self, from: Data("{}".utf8)) == value)
            #expect(try JSONEncoder().encode(value) == Data("{}".utf8))
        }
        try check(JSONResponseSerializer().configuration)
        try check(XMLDocumentResponseSerializer().configuration)
        try check(PropertyListResponseSerializer().configuration)
        try check(StringResponseSerializer().configuration)
        try check(ImageResponseSerializer().configuration)
        try check(DataResponseSerializer().configuration)
        try check(JSON.Options())
        try check(XML.Options())
        try check(PropertyList.Options())
        try check(TextOptions())
        try check(ImageOptions())
        try check(JSON.Format())
        try check(XML.Format())
    }

    @Test func filesSurviveALimitAndAnOptionThatAreAdded() throws {
        let stored = try file("json")
        var later = try JSONDecoder().decode(FormatConfiguration<LaterOptions>.self, from: stored)
        #expect(later.options.older == json.options)
        #expect(later.options.readsBigNumbers && later.options.style == .plain)
        #expect(later.response.limits.addedBytes == 1 << 10)
        #expect(later.response == json.response)
        try checkContent("json", later)
        later.options.readsBigNumbers = false
        later.options.style = .fancy
        later.response.limits.addedBytes = 3
        let encoded = try JSONEncoder().encode(later)
        #expect(try JSONDecoder().decode(FormatConfiguration<LaterOptions>.self, from: encoded) == later)
        // This release does not know the option, but keeps the limit.
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FormatConfiguration<JSON.Options>.self, from: encoded)
        }
        #expect("\(String(describing: error))".contains("“options.readsBigNumbers” is not part of a configuration"))
        later.options.readsBigNumbers = true
        later.options.style = .plain
        let kept = try JSONDecoder().decode(FormatConfiguration<JSON.Options>.self, from: JSONEncoder().encode(later))
        #expect(kept.options == json.options && kept.response.limits.addedBytes == 3)
    }

    @Test func unknownValuesOfOptionsAreFindingsUntilARestoredSerializerIsGivenOthers() throws {
        let stored = Data(#"{"options":{"decoding":{"dates":"lunar"}}}"#.utf8)
        let configuration = try JSONDecoder().decode(FormatConfiguration<JSON.Options>.self, from: stored)
        #expect(try JSONEncoder().encode(configuration) == stored)
        let serializer = JSONResponseSerializer([Int].self).configuration(configuration)
        let sample = ResponseSample(200, "application/json", "[1]")
        let findings = try sample.response(as: serializer).findings
        #expect(
            findings.map(\.message) == [
                "the configuration has the unknown value “lunar” for “options.decoding.dates”; the default applies"
            ]
        )
        let other = serializer.configuration(JSONResponseSerializer().configuration)
        #expect(try sample.response(as: other).findings.isEmpty)
    }
}

extension Limits {
    /// A limit that a later release adds.
    fileprivate var addedBytes: Int {
        get { self[.addedBytes] }
        set { self[.addedBytes] = newValue }
    }
}

extension Limits.Name {
    /// Names the limit that a later release adds.
    fileprivate static let addedBytes = Limits.Name("addedBytes", default: 1 << 10)
}

/// The JSON options of a later release, with two more options.
private struct LaterOptions: FormatOptions, StoredPart {
    enum Style: String, Codable { case plain, fancy }

    static let mediaTypes = JSON.Options.mediaTypes
    static let emptyBody = JSON.Options.emptyBody

    var older = JSON.Options()
    var readsBigNumbers = true
    var style = Style.plain
    private var unknown = UnknownValues()

    init() {}

    init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: LaterOptions()) }

    func encode(to encoder: any Encoder) throws { try store(in: encoder, default: LaterOptions()) }

    mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try older.visit(&members, default: standard.older)
        try members.member(&readsBigNumbers, "readsBigNumbers", default: standard.readsBigNumbers)
        try members.choice(&style, "style", default: standard.style, unknown: &unknown)
    }
}

/// Passes a decoder to a serializer that restores its configuration.
private struct Restoring: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }
}
