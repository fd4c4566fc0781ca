import Decant
import DecantTesting
import Foundation
import Testing

/// Every limit at and beyond its bounds, for every way to read every format.
@Suite struct LimitSweepTests {
    /// A way to read a body within limits.
    struct Way: Sendable, CustomTestStringConvertible {
        var name: String
        var read: @Sendable (Limits) throws(ResponseError) -> Void
        var testDescription: String { name }

        init(_ name: String, _ read: @escaping @Sendable (Limits) throws(ResponseError) -> Void) {
            self.name = name
            self.read = read
        }

        /// Creates a way to read a body with a serializer.
        init(_ name: String, _ serializer: some ResponseSerializer, _ type: String, _ bytes: [UInt8]) {
            self.init(name) { (limits) throws(ResponseError) in
                _ = try ResponseSample(200, type, bytes: bytes).response(as: serializer.limits(limits))
            }
        }
    }

    private struct Node: Decodable, Sendable {
        var name: String
        var count: Int?
        var child: [Node]?
    }

    private static let json = Array(#"{"name":"a\n\u00e9","count":-123456789012345,"child":[{"name":"b"}]}"#.utf8)
    /// The same text, compressed twice with gzip.
    private static let coded =
        Data(
            base64Encoded: """
                H4sIAAAAAAAC/5Pv5mAAAab/q8NOeZ/xDd0U5NVzslvT1MBja8ilQK9z+me1AzddMjUxMjM0Nd6+wYRhc4OQ5ExLTa+wi1cNYj29\
                tm7cyrDxpVC1C9AQAKmSh+dNAAAA
                """
        ) ?? Data()
    private static let xml = Array(
        """
        <?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "x&f;"><!ENTITY f "y"><!ATTLIST r a CDATA "d">]>
        <r xmlns:p="u" a="1" b="2 &amp;"><!--c--><name>&e;<![CDATA[t]]></name><?p q?><child><name>b</name></child></r>
        """.utf8
    )
    private static let list = """
        <?xml version="1.0"?><plist version="1.0"><dict><key>name</key><string>a&#233;</string>\
        <key>child</key><array><dict><key>name</key><string>b</string></dict></array></dict></plist>
        """
    private static let openStep = Array(#"{ name = "a\n"; child = ( { name = b; } ); }"#.utf8)

    private static var binary: [UInt8] {
        let value: [String: Any] = ["name": "a", "child": [["name": "b"], ["name": "b"]]]
        let data = try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        return [UInt8](data ?? Data())
    }

    private static let ways: [Way] = {
        let lists = "application/x-plist"
        var open = PropertyList.Options()
        open.formats = [.openStep]
        return [
            Way("JSON", JSONResponseSerializer(), "application/json", json),
            Way("JSON in gzip, twice") { (limits) throws(ResponseError) in
                let sample = ResponseSample(200, "application/json", bytes: coded).with(
                    "gzip, gzip",
                    for: .contentEncoding
                )
                _ = try sample.response(as: JSONResponseSerializer().limits(limits))
            },
            Way("JSON as a type", JSONResponseSerializer(Node.self), "application/json", json),
            Way("JSON parsed") { (limits) throws(ResponseError) in
                _ = try JSON.Value(parsing: ResponseBytes(json), limits: limits)
            },
            Way("XML document", XMLDocumentResponseSerializer(), "application/xml", xml),
            Way("XML as a type", XMLResponseSerializer(Node.self), "application/xml", xml),
            Way("XML events", XMLEventResponseSerializer().map { try allEvents(of: $0) }, "application/xml", xml),
            Way("XML reader") { (limits) throws(ResponseError) in
                var reader = try XML.Reader(parsing: ResponseBytes(xml), limits: limits)
                while try reader.nextOwned() != nil {}
            },
            Way("XML in chunks") { (limits) throws(ResponseError) in
                var reader = XML.Reader(limits: limits)
                for byte in xml {
                    reader.append([byte])
                    while try reader.nextOwned() != nil {}
                }
                reader.finish()
                while try reader.nextOwned() != nil {}
            },
            Way("XML list", PropertyListResponseSerializer(), lists, Array(list.utf8)),
            Way("XML list as a type", PropertyListResponseSerializer(Node.self), lists, Array(list.utf8)),
            Way("binary list", PropertyListResponseSerializer(), lists, binary),
            Way("binary list as a type", PropertyListResponseSerializer(Node.self), lists, binary),
            Way("binary list parsed") { (limits) throws(ResponseError) in
                _ = try PropertyList.Value(parsing: ResponseBytes(binary), limits: limits)
            },
            Way("OpenStep list", PropertyListResponseSerializer(options: open), lists, openStep),
            Way("text", StringResponseSerializer(), "text/plain; charset=shift_jis", Array("abc".utf8)),
            Way("bytes", DataResponseSerializer(), "text/plain", Array("abc".utf8)),
            Way(
                "compound",
                CompoundResponseSerializer<Void>([JSONResponseSerializer().map { _ in }]),
                "application/json",
                json
            ),
        ]
    }()

    private static func allEvents(of events: XML.Events) throws {
        var reader = events.makeReader()
        while try reader.nextOwned() != nil {}
    }

    @Test(arguments: ways) func everyLimitIsKeptOrNamedWithItsValue(way: Way) throws {
        try way.read(Limits())
        for name in try ReadmeTests.declaredLimits() {
            for value in [0, 1, -1, Int.min, Int.max] {
                var limits = Limits()
                limits[name] = value
                do throws(ResponseError) {
                    try way.read(limits)
                } catch {
                    let description = "\(name.rawValue) at \(value): \(error)"
                    #expect(value < .max, "\(description)")
                    #expect(error.code == .limitExceeded, "\(description)")
                    #expect(error.limit == name, "\(description)")
                    #expect(error.message.contains("\(limits[name])"), "\(description)")
                    #expect(error.message.hasSuffix(" (limit \(name.rawValue))"), "\(description)")
                    #expect(error.hint?.contains("$0.\(name.rawValue) = ") == true, "\(description)")
                }
            }
        }
    }

    @Test("A compound of optional formats rejects an empty body with a bad status", arguments: [301, 304, 404, 500])
    func aCompoundOfOptionalFormatsRejectsAnEmpty(status: Int) {
        let compounds: [CompoundResponseSerializer<Node?>] = [
            CompoundResponseSerializer([JSONResponseSerializer(Node?.self)]),
            CompoundResponseSerializer([XMLResponseSerializer(Node?.self), JSONResponseSerializer(Node?.self)]),
            CompoundResponseSerializer([PropertyListResponseSerializer(Node?.self).map { $0 }]),
        ]
        for compound in compounds {
            let error = compound.map { $0?.name ?? "" }.error(for: ResponseSample(status, nil))
            #expect(error?.code == .unacceptableStatus)
            #expect(compound.error(for: ResponseSample(204, nil)) == nil)
        }
    }
}
