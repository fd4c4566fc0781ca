import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

/// Untyped values, as members of `Decodable` types and for bodies that may be empty.
@Suite struct UntypedValueTests {
    private func value<Serializer: ResponseSerializer>(
        of sample: ResponseSample,
        as serializer: Serializer
    ) throws(ResponseError) -> Serializer.Output {
        try serializer.value(of: sample.body, for: sample.context)
    }

    @Test func aMemberCanBeJSON() throws {
        struct Event: Decodable, Sendable { var kind: String, payload: JSON, extra: JSON?, list: [JSON] }
        let text = #"{"kind":"a","payload":{"x":[1,null]},"list":[true,"s"]}"#
        let event = try value(of: ResponseSample(200, "application/json", text), as: .json(Event.self))
        #expect(event.payload["x"]?[0]?.int == 1)
        #expect(event.payload.path == [.key("payload")])
        #expect(event.payload.position.column == 23)
        #expect(event.extra == nil)
        #expect(event.list.map(\.description) == ["true", "\"s\""])
        #expect(try event.payload.decode([String: [Int?]].self) == ["x": [1, nil]])
    }

    @Test func aMemberCanBeAPropertyList() throws {
        struct Settings: Decodable, Sendable { var name: String, rest: PropertyList }
        let text = """
            <plist><dict><key>name</key><string>n</string><key>rest</key><array>\
            <date>2001-01-01T00:00:01Z</date></array></dict></plist>
            """
        let settings = try value(of: ResponseSample(200, "application/x-plist", text), as: .propertyList(Settings.self))
        #expect(settings.rest[0]?.secondsSinceReferenceDate == 1)
        #expect(settings.rest.path == [.key("rest")])
    }

    @Test func aMemberCanBeAnXMLNode() throws {
        struct Entry: Decodable, Sendable { var title: String, content: XML.Node, link: [XML.Node], none: XML.Node? }
        let text = "<entry><title>t</title><content a='1'>x<b>y</b></content><link href='p'/><link href='q'/></entry>"
        let response = ResponseSample(200, "application/xml", text)
        let entry = try XMLResponseSerializer(Entry.self).response(of: response.body, for: response.context)
        #expect(entry.value.content.text == "xy")
        #expect(entry.value.content.attribute(named: "a") == "1")
        #expect(entry.value.link.map { $0.attribute(named: "href") } == ["p", "q"])
        #expect(entry.value.none == nil)
        #expect(entry.findings == [])
    }

    @Test func otherDecodersCannotDecodeThem() throws {
        struct Holder: Decodable { var payload: JSON }
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Holder.self, from: Data(#"{"payload":1}"#.utf8))
        }
        guard case .dataCorrupted(let context)? = error else { return #expect(Bool(false)) }
        #expect(context.codingPath.map(\.stringValue) == ["payload"])
        #expect(throws: ResponseError.self) {
            try PropertyList(parsing: "<plist><string/></plist>".utf8).decode(JSON.self)
        }
        #expect(throws: ResponseError.self) { try JSON(parsing: "1".utf8).decode(PropertyList.self) }
    }

    @Test("An empty body is nil for every untyped serializer") func anEmptyBodyIsNilForEveryUntyped() throws {
        let nothing = ResponseSample(204, nil)
        #expect(try value(of: nothing, as: .optional(.json)) == nil)
        #expect(try value(of: nothing, as: .json(JSON?.self)) == nil)
        #expect(try value(of: nothing, as: .optional(.propertyList)) == nil)
        #expect(try value(of: nothing, as: .propertyList(PropertyList?.self)) == nil)
        #expect(try value(of: nothing, as: .optional(.xmlDocument)) == nil)
        #expect(try value(of: nothing, as: JSONResponseSerializer().optional) == nil)
        #expect(try value(of: nothing, as: .optional(.string)) == "")
        #expect(try value(of: ResponseSample(200, "application/json", "[1]"), as: .optional(.json))?[0]?.int == 1)
        let error = try #require(throws: ResponseError.self) { try value(of: nothing, as: .json) }
        #expect(error.code == .emptyBody)
        #expect(error.hint == "wrap the serializer in `.optional(…)` to decode an empty body as nil")
    }

    @Test("An empty body with a bad status is an error for optional serializers")
    func anEmptyBodyWithABadStatusIsAnError() throws {
        let nothing = ResponseSample(500, nil)
        let error = try #require(throws: ResponseError.self) { try value(of: nothing, as: .optional(.json)) }
        #expect(error.code == .unacceptableStatus)
        let compound = CompoundResponseSerializer<JSON>([JSONResponseSerializer()]).optional
        #expect(try value(of: ResponseSample(204, nil), as: compound) == nil)
        let refused = try #require(throws: ResponseError.self) { try value(of: nothing, as: compound) }
        #expect(refused.code == .unacceptableStatus)
    }

    @Test func untypedValuesAreTakenFromAPath() throws {
        let sample = ResponseSample(200, "application/json", #"{"a":{"b/c":[7]}}"#)
        #expect(try value(of: sample, as: JSONResponseSerializer().at("/a/b~1c/0")).int == 7)
        let json = try JSON(parsing: sample.body)
        #expect(try json.value(at: "/a/b~1c").count == 1)
        #expect(try json["a"]?.value(at: "/b~1c/0").int == 7)
        let others: [JSONPointer] = ["/a/b~1c/1", "/a/b~1c/-", "/a/b~1c/00", "/a/b~1c/0/x", "/x", "/"]
        for pointer in others {
            let error = try #require(throws: ResponseError.self) { try json.value(at: pointer) }
            #expect(error.code == .keyNotFound, "\(pointer)")
        }
        #expect(try JSON(parsing: #"{"":{"~":1}}"#.utf8).value(at: "//~0").int == 1)
    }

    @Test("XML paths have prefixes, attributes, and namespaces") func xmlPathsHavePrefixesAttributes() throws {
        let text = "<f xmlns:n='urn:n'><n:a x='1'><b>2</b><b y='5'>3</b><n:b>4</n:b></n:a></f>"
        let sample = ResponseSample(200, "application/xml", text)
        func at<Value: Decodable & Sendable>(_ type: Value.Type, _ path: XML.Path) throws -> Value {
            try value(
                of: sample,
                as: XMLResponseSerializer(type).options { $0.namespaces = ["p": "urn:n"] }.at(path)
            )
        }
        #expect(try at([Int].self, "n:a/b") == [2, 3])
        #expect(try at([Int].self, "p:a/p:b") == [4])
        #expect(try at([Int].self, "{urn:n}a/{urn:n}b") == [4])
        #expect(try at(Int.self, "*:a/@x") == 1)
        #expect(try at(Int.self, "./n:a/b") == 2)
        let error = try #require(throws: ResponseError.self) { try at(Int.self, "n:a/@z") }
        #expect(error.code == .keyNotFound)
        #expect(error.path == [.key("a")])
        #expect(error.message.contains("attribute “z”"))
    }
}
