import Decant
import DecantCore
import DecantFoundation
import DecantImages
import DecantTesting
import Foundation
import Testing

/// Stored configurations, which every later release must decode.
///
/// The files in `Tests/Fixtures/Configurations` never change. A release that writes another form adds files. Those in
/// `0.1.0` were written by that version.
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
            treatsWhitespaceAsEmpty: false,
            errorBodies: .always
        )
        configuration.formatMediaTypes = ["x/y"]
        configuration.preparation = [.xssiPrefix, .byteOrderMark]
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

    private var json: JSONResponseSerializer<JSON> {
        var options = JSON.Options()
        options.allowsFragments = false
        options.rejectsDuplicateKeys = true
        options.removesNullMembers = true
        options.removesNullElements = true
        options.quirks = [.trailingCommas, .whitespace]
        options.text = text
        options.decoding = decoding(.convertFromSnakeCase, .millisecondsSince1970, .mimeBase64)
        options.path = "/data/items"
        options.badElements = [.root: 1, "/data/items": 3]
        let response = response { ($0.jsonDepth, $0.jsonNodes, $0.jsonNumberBytes) = (64, 100, 32) }
        return with(response, JSONResponseSerializer(options: options))
    }

    private var propertyList: PropertyListResponseSerializer<PropertyList> {
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
        return with(response, PropertyListResponseSerializer(options: options))
    }

    private var xml: XMLDocumentResponseSerializer {
        var options = XML.Options()
        options.processesNamespaces = false
        options.refusesExternalReferences = true
        options.whitespace = .collapse
        options.keepsCDATA = true
        options.keepsComments = false
        options.quirks = .leadingWhitespace
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
        return with(response, XMLDocumentResponseSerializer(options: options))
    }

    private var image: ImageResponseSerializer {
        var options = ImageOptions()
        options.premultipliesAlpha = true
        options.keeps16Bits = true
        options.firstFrameOnly = true
        options.maximumPixelSize = 64
        options.appliesOrientation = true
        options.acceptsPartial = true
        options.decoding = .upTo(pixels: 100)
        options.scale = 2.5
        let names: [Limits.Name] = [
            .pixels, .imageSide, .frames, .framePixels, .metadataChunks, .metadataBytes, .iconEntries, .scanPixels,
        ]
        let response = response { for (index, name) in names.enumerated() { $0[name] = index + 1 } }
        return with(response, ImageResponseSerializer(options: options))
    }

    private func compound() -> CompoundResponseSerializer<String> {
        CompoundResponseSerializer([
            JSONResponseSerializer(String.self).map { $0 }, StringResponseSerializer(),
        ])
    }

    private var string: StringResponseSerializer { with(response(), StringResponseSerializer(options: text)) }

    private func with<Serializer: ResponseSerializer>(_ response: ResponseConfiguration, _ serializer: Serializer)
        -> Serializer
    {
        var serializer = serializer
        serializer.handling.configuration = response
        return serializer
    }

    private func check<Serializer: StoredFormatSerializer>(
        _ name: String,
        _ serializer: Serializer,
        into plain: Serializer
    ) throws {
        let stored = try file(name)
        let encoded = Data(try serializer.storedConfiguration().utf8)
        let list = try PropertyListEncoder().encode(Stored(serializer))
        for decoder in [
            try JSONDecoder().decode(Restoring.self, from: stored).decoder,
            try JSON(parsing: stored).decode(Restoring.self).decoder,
            try JSON(parsing: encoded).decode(Restoring.self).decoder,
            try PropertyListDecoder().decode(Restoring.self, from: list).decoder,
        ] {
            var restored = plain
            try restored.restoreConfiguration(from: decoder)
            #expect(restored.options == serializer.options, "\(name)")
            #expect(restored.handling.configuration == serializer.handling.configuration, "\(name)")
        }
    }

    /// A custom serializer with an option of its own.
    private struct FieldCount: ResponseSerializer, Codable {
        var separator: UInt8 = 0x2C
        var handling = ResponseHandling(accepting: ["text/csv"])

        private enum CodingKeys: CodingKey { case separator }

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
            body.split(separator: separator).count
        }
    }

    @Test("A custom serializer is stored by its conformance") func aCustomSerializerIsStored() throws {
        let changed = FieldCount(separator: 0x3B)
        #expect(try FieldCount().restoring(changed.storedConfiguration()).separator == 0x3B)
        let stored = try CompoundResponseSerializer<Int>([changed]).storedConfiguration()
        let restored = try CompoundResponseSerializer<Int>([FieldCount()]).restoring(stored)
        #expect((restored.members.first as? FieldCount)?.separator == 0x3B)
        #expect(throws: DecodingError.self) { try FieldCount().restoring(#"{"separator":"?"}"#) }
    }

    @Test func filesOfThisReleaseDecodeForever() throws {
        try check("json", json, into: JSONResponseSerializer())
        try check("property-list", propertyList, into: PropertyListResponseSerializer())
        try check("xml", xml, into: XMLDocumentResponseSerializer())
        try check("image", image, into: ImageResponseSerializer())
        try check("text", string, into: StringResponseSerializer())
    }

    /// Checks a file of version 0.1.0, which stored every limit.
    private func checkFirst<Serializer: StoredFormatSerializer>(
        _ name: String,
        _ serializer: Serializer,
        into plain: Serializer,
        _ limits: [Limits.Name: Int] = [:]
    ) throws {
        let list = try PropertyListSerialization.data(
            fromPropertyList: JSONSerialization.jsonObject(with: file("0.1.0/\(name)")),
            format: .xml,
            options: 0
        )
        for decoder in [
            try JSONDecoder().decode(Restoring.self, from: file("0.1.0/\(name)")).decoder,
            try JSON(parsing: file("0.1.0/\(name)")).decode(Restoring.self).decoder,
            try PropertyListDecoder().decode(Restoring.self, from: list).decoder,
        ] {
            var restored = plain
            try restored.restoreConfiguration(from: decoder)
            #expect(restored.options == serializer.options, "\(name)")
            for (limit, value) in limits {
                #expect(restored.handling.configuration.limits[limit] == value, "\(name): \(limit)")
            }
            var (configuration, expected) = (restored.handling.configuration, serializer.handling.configuration)
            (configuration.limits, expected.limits) = (Limits(), Limits())
            #expect(configuration == expected, "\(name)")
        }
    }

    @Test("The configurations that version 0.1.0 stored decode") func configurationsOfTheFirstVersionDecode() throws {
        let body: [Limits.Name: Int] = [.bodyBytes: 1000, .codingLayers: 0]
        func limits(_ others: [Limits.Name: Int]) -> [Limits.Name: Int] { body.merging(others) { $1 } }
        try checkFirst("json", json, into: JSONResponseSerializer(), limits([.jsonDepth: 64, .jsonNodes: 100]))
        let list = PropertyListResponseSerializer<PropertyList>()
        try checkFirst("property-list", propertyList, into: list, limits([.propertyListNodes: 100]))
        try checkFirst("xml", xml, into: XMLDocumentResponseSerializer(), limits([.xmlDepth: 64, .xmlNodes: 100]))
        try checkFirst("image", image, into: ImageResponseSerializer(), limits([.pixels: 1, .frames: 3]))
        try checkFirst("text", string, into: StringResponseSerializer(), body)
    }

    @Test("The default configurations of version 0.1.0 are those of today, except for limits")
    func theDefaultsOfTheFirstVersionDecode() throws {
        try checkFirst("json-defaults", JSONResponseSerializer<JSON>(), into: json)
        try checkFirst("property-list-defaults", PropertyListResponseSerializer<PropertyList>(), into: propertyList)
        try checkFirst("xml-defaults", XMLDocumentResponseSerializer(), into: xml)
        var images = ImageResponseSerializer()
        // These do not depend on the traits.
        images.handling.configuration.formatMediaTypes = [
            "image/png", "image/jpeg", "image/gif", "image/tiff", "image/bmp", "image/vnd.microsoft.icon",
            "image/x-xbitmap",
        ]
        images.handling.configuration.mediaTypes = images.handling.configuration.formatMediaTypes
        for (name, policy) in [("defaults", .standard), ("lazy", .lazy), ("eager", ImageDecodingPolicy.eager)] {
            images.options.decoding = policy
            try checkFirst("image-\(name)", images, into: image)
        }
    }

    @Test("A file of version 0.1.0 accepts everything without a list")
    func aFileOfTheFirstVersionAcceptsEverythingWithoutAList() throws {
        let restored = try json.restoring(String(decoding: file("0.1.0/anything"), as: UTF8.self))
        #expect(restored.handling.configuration.statuses == nil)
        #expect(restored.handling.configuration.mediaTypes == nil)
        let compound = try compound().restoring(String(decoding: file("0.1.0/compound"), as: UTF8.self))
        #expect(compound.handling.configuration.statuses == nil)
        #expect(compound.members[1].handling.configuration.statuses == .successful)
        typealias Member = MappedResponseSerializer<JSONResponseSerializer<String>, String>
        #expect((compound.members[0] as? Member)?.base.options.decoding.dates == .iso8601)
    }

    @Test(
        "A malformed member in the form of version 0.1.0 is an error that names its path",
        arguments: [
            (#"{"decoding":{"path":"items"}}"#, "“items” is not a path for “options.decoding.path”"),
            (
                #"{"decoding":{"depth":1}}"#,
                "“options.decoding.depth” is not part of a configuration; expected alternativ"
            ),
            (#"{"decoding":{"nonFiniteNumbers":{"convertFromString":{"nan":"n"}}}}"#, "positiveInfinity"),
        ]
    )
    func aMalformedMemberOfTheFirstVersionIsAnError(options: String, message: String) throws {
        let error = #expect(throws: DecodingError.self) { try json.restoring(#"{"options":\#(options)}"#) }
        #expect(String(describing: error).contains(message), "\(String(describing: error))")
        #expect(throws: DecodingError.self) {
            try XMLDocumentResponseSerializer().restoring(#"{"options":{"decoding":{"badElements":{"a b":1}}}}"#)
        }
        #expect(throws: DecodingError.self) {
            try ImageResponseSerializer().restoring(#"{"options":{"decoding":{"later":{}}}}"#)
        }
    }

    @Test func aFileOfACompoundDecodesForever() throws {
        let file = try String(decoding: file("compound"), as: UTF8.self)
        let restored = try compound().restoring(file)
        #expect(restored.handling.configuration.statuses == nil)
        #expect(restored.handling.configuration.limits.waitingBytes == 1000)
        #expect(restored.handling.configuration.limits.jsonDepth == .max)
        typealias Member = MappedResponseSerializer<JSONResponseSerializer<String>, String>
        #expect((restored.members[0] as? Member)?.base.options.decoding.dates == .iso8601)
        #expect(restored.members[1].handling.configuration.mediaTypes == nil)
        try checkContent("compound", restored)
        let list = try PropertyListEncoder().encode(Stored(restored))
        var second = compound()
        try second.restoreConfiguration(from: PropertyListDecoder().decode(Restoring.self, from: list).decoder)
        try checkContent("compound", second)
    }

    @Test("The configuration of another member is an error with its path")
    func theConfigurationOfAnotherMemberIsAnError() throws {
        let swapped = CompoundResponseSerializer([
            StringResponseSerializer(), JSONResponseSerializer(String.self).map { $0 },
        ])
        let error = #expect(throws: DecodingError.self) {
            try swapped.restoring(String(decoding: file("compound"), as: UTF8.self))
        }
        let message = "“members[0].options.decoding” is not part of a configuration; expected charset, "
        #expect(String(describing: error).contains(message), "\(String(describing: error))")
    }

    /// Fails if a file has other members or values than this release writes.
    private func checkContent(_ name: String, _ serializer: some ResponseSerializer) throws {
        #expect(try sorted(Data(serializer.storedConfiguration().utf8)) == sorted(file(name)), "\(name)")
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
        try checkContent("text", string)
    }

    @Test("Every part decodes from an empty file and encodes nothing") func everyPartDecodesFromAnEmptyFile() throws {
        func check<Value: Codable & Equatable>(_ value: Value) throws {
            #expect(try JSONDecoder().decode(Value.self, from: Data("{}".utf8)) == value)
            #expect(try JSONEncoder().encode(value) == Data("{}".utf8))
        }
        try check(JSON.Options())
        try check(XML.Options())
        try check(PropertyList.Options())
        try check(TextOptions())
        try check(ImageOptions())
        try check(JSON.Format())
        try check(XML.Format())
        try check(ResponseConfiguration())
        try check(DecodingOptions())
        #expect(try JSONResponseSerializer().storedConfiguration() == "{}")
        #expect(try XMLDocumentResponseSerializer().storedConfiguration() == "{}")
        #expect(try PropertyListResponseSerializer().storedConfiguration() == "{}")
        #expect(try StringResponseSerializer().storedConfiguration() == "{}")
        #expect(try ImageResponseSerializer().storedConfiguration() == "{}")
        #expect(try DataResponseSerializer().storedConfiguration() == "{}")
        // A missing member has its default, whatever the restored serializer had.
        let restored = try json.restoring("{}")
        #expect(restored.options == JSON.Options())
        #expect(restored.handling.configuration == JSONResponseSerializer().handling.configuration)
    }

    @Test func limitsOfALaterReleaseAreKept() throws {
        let stored = #"{"response":{"limits":{"addedBytes":3}}}"#
        let restored = try JSONResponseSerializer().restoring(stored)
        #expect(restored.handling.configuration.limits[Limits.Name("addedBytes", default: 1 << 10)] == 3)
        #expect(try restored.storedConfiguration() == stored)
    }

    @Test(
        "An option of a later release is an error that names its path",
        arguments: [
            (#"{"readsBigNumbers":false}"#, "“options.readsBigNumbers” is not part of a configuration; expected "),
            (#"{"decoding":{"dates":"lunar"}}"#, "“lunar” is not a value for “options.decoding.dates”; expected "),
            (
                #"{"quirks":1025}"#,
                "“1025” is not a value for “options.quirks”; expected bits of 1, 2, 4, 8, 16, 32, 64, "
            ),
        ]
    )
    func anOptionOfALaterReleaseIsAnError(options: String, message: String) throws {
        for decoder in [
            try JSONDecoder().decode(Restoring.self, from: Data(#"{"options":\#(options)}"#.utf8)).decoder,
            try JSON(parsing: Array(#"{"options":\#(options)}"#.utf8)).decode(Restoring.self).decoder,
        ] {
            var serializer = json
            let error = #expect(throws: (any Error).self) { try serializer.restoreConfiguration(from: decoder) }
            #expect(String(describing: error).contains(message), "\(String(describing: error))")
            #expect(serializer.options == json.options)
        }
    }

    @Test func everyKnownQuirkCanBeStored() throws {
        let all: JSON.Quirks = [.json5, .loneSurrogates, .controlCharacters]
        #expect(try JSONResponseSerializer().quirks(all).storedConfiguration() == #"{"options":{"quirks":1023}}"#)
        #expect(try JSONResponseSerializer().restoring(#"{"options":{"quirks":1023}}"#).options.quirks == all)
        let feeds: XML.Quirks = [.leadingWhitespace, .htmlEntities, .controlCharacters]
        let restored = try XMLDocumentResponseSerializer().restoring(#"{"options":{"quirks":7}}"#)
        #expect(restored.options.quirks == feeds)
        let error = #expect(throws: DecodingError.self) {
            try XMLDocumentResponseSerializer().restoring(#"{"options":{"quirks":8}}"#)
        }
        #expect(String(describing: error).contains("“8” is not a value for “options.quirks”; expected bits of 1, 2, 4"))
    }
}

/// Passes a decoder to a serializer that restores its configuration.
private struct Restoring: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }
}

/// A serializer that is stored as its configuration.
private struct Stored<Serializer: ResponseSerializer>: Encodable {
    private let serializer: Serializer

    init(_ serializer: Serializer) { self.serializer = serializer }

    func encode(to encoder: any Encoder) throws { try serializer.encodeConfiguration(to: encoder) }
}
