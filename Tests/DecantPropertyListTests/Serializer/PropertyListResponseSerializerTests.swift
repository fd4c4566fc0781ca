import DecantCore
import DecantPropertyList
import DecantTesting
import TestSupport
import Testing

@Suite struct PropertyListResponseSerializerTests {
    private let list = BinaryList([[0xD1, 1, 2], [0x51, 0x61], [0x10, 5]])

    private func failure<Output>(_ body: ResponseBytes, _ serializer: some ResponseSerializer<Output>) -> ResponseError?
    {
        do throws(ResponseError) {
            _ = try serializer.value(of: body, for: ResponseContext(mediaType: "application/x-plist"))
            return nil
        } catch {
            return error
        }
    }

    @Test func reportsTheFormat() throws {
        func value<Output>(_ serializer: some ResponseSerializer<Output>, _ body: ResponseBytes) throws -> Output {
            try serializer.value(of: body, for: ResponseContext(mediaType: "application/x-apple-binary-plist"))
        }
        #expect(try value(.propertyList, list.body).format == .binary)
        #expect(try value(.propertyList(format: .openStep), ResponseBytes("{a = 1;}".utf8)).format == .openStep)
        #expect(try value(.propertyList([String: Int].self), list.body) == ["a": 5])
    }

    @Test func rejectsOtherFormatsThanTheRequestedOne() {
        #expect(
            failure(list.body, .propertyList(format: .xml))?.message
                == "expected a list in XML, but found the binary format"
        )
        #expect(failure(ResponseBytes("{a = 1;}".utf8), .propertyList(format: .binary))?.code == .malformedBody)
        #expect(failure(ResponseBytes("<plist/>".utf8), .propertyList(format: .openStep))?.code == .malformedBody)
    }

    @Test func rejectsTextUnlessItIsRequested() {
        #expect(failure(ResponseBytes("hello".utf8), .propertyList)?.code == .malformedBody)
        #expect(failure(ResponseBytes("hello".utf8), .propertyList(format: .openStep)) == nil)
    }

    @Test func keepsItsConfiguration() throws {
        let serializer = PropertyListResponseSerializer(format: .binary).quirks(.gnustepValues).dates(.iso8601)
        let restored = try PropertyListResponseSerializer().restoring(serializer.storedConfiguration())
        #expect(restored.options == serializer.options)
        #expect(restored.options.formats == [.binary])
        #expect(restored.options.decoding.dates == .iso8601)
    }

    @Test func formatsAreStoredInAlphabeticalOrder() throws {
        let serializer = PropertyListResponseSerializer().options { $0.formats = [.xml, .openStep, .binary] }
        #expect(try serializer.storedConfiguration() == #"{"options":{"formats":["binary","openStep","xml"]}}"#)
        let error = #expect(throws: DecodingError.self) {
            try serializer.restoring(#"{"options":{"formats":["xml","plain"]}}"#)
        }
        #expect(String(describing: error).contains("“plain” is not a value for “options.formats[1]”; expected "))
    }

    @Test func keepsTheContract() {
        let sample = ResponseSample(200, "application/x-plist", bytes: list.body)
        let limits: [Limits.Name] = [.propertyListDepth, .propertyListNodes, .propertyListReferences]
        let contract = SerializerContract(PropertyListResponseSerializer(), accepted: sample, limits: limits)
        #expect(contract.violations() == [])
        let decodable = PropertyListResponseSerializer([String: Int].self)
        #expect(SerializerContract(decodable, accepted: sample).violations() == [])
    }

    @Test func neverHidesABadStatus() throws {
        let sample = ResponseSample(500, "application/x-plist", bytes: list.body)
        do throws(ResponseError) {
            _ = try sample.response(as: PropertyListResponseSerializer([String: Int].self))
            Issue.record("a bad status was accepted")
        } catch {
            #expect(error.code == .unacceptableStatus)
            #expect(error.errorBody(as: PropertyList.self)?["a"]?.int == 5)
        }
    }

    @Test("a list in the OpenStep format is rejected with a hint", arguments: ["{ a = b; }", "\n(1, 2)"])
    func namesOpenStep(body: String) throws {
        let sample = ResponseSample(200, "application/x-plist", body)
        let error = try #require(PropertyListResponseSerializer().error(for: sample))
        #expect(error.code == .malformedBody)
        #expect(
            error.message.hasPrefix("expected a list in the binary format or XML, but found a body that begins with “")
        )
    }

    @Test func doesNotReportTheDocumentTypeOfEveryList() throws {
        let list = "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://a/b.dtd\"><plist><true/></plist>"
        let sample = ResponseSample(200, "application/x-plist", list)
        #expect(try sample.response(as: PropertyListResponseSerializer()).findings == [])
    }

    @Test(arguments: [PropertyList.Format.binary, .xml])
    func isUsedByEightThreadsSimultaneously(format: PropertyList.Format) async throws {
        let serializer = PropertyListResponseSerializer([String: Int].self)
        let xml = ResponseBytes("<plist><dict><key>a</key><integer>5</integer></dict></plist>".utf8)
        let body = format == .binary ? list.body : xml
        let document = try PropertyList(parsing: body)
        let results = await EightThreads.results { [self] _ in
            let value = try? serializer.value(of: body, for: ResponseContext(mediaType: "application/x-plist"))
            let broken = failure(ResponseBytes(body.dropLast(2)), serializer)
            return (value?["a"] ?? -1) + (document["a"]?.int ?? -1) + (broken == nil ? 100 : 0)
        }
        #expect(Set(results) == [10])
    }

    @Test func rejectsDuplicateKeysWithTheOption() throws {
        let text = "<plist><dict><key>a</key><integer>1</integer><key>b</key><true/><key>a</key><true/></dict></plist>"
        var options = PropertyList.Options()
        #expect(try PropertyList(parsing: text.utf8, options: options)["a"]?.int == 1)
        options.rejectsDuplicateKeys = true
        let error = try #require(throws: ResponseError.self) { try PropertyList(parsing: text.utf8, options: options) }
        #expect(error.code == .malformedBody)
        #expect(error.message == "duplicate key “a”")
        #expect(error.position?.column == 70)
        #expect(try PropertyList(parsing: list.body, options: options).count > 0)
    }

    @Test(
        "An XML list without its element is XML even if OpenStep is accepted",
        arguments: [
            "<dict><key>a</key><integer>5</integer></dict>", "<array><integer>5</integer></array>", "<data>Zm9v</data>",
            "<real>1.5</real>", "<true/>", "<false/>", "<date>2001-01-01T00:00:00Z</date>", "<string>a</string>",
            "<integer>1</integer>", "<!-- a --><dict/>", " <plist><dict/></plist>", "\u{FEFF}<dict/>",
        ]
    )
    func anXMLListWithoutItsElementIsXMLEven(_ text: String) throws {
        var options = PropertyList.Options()
        let plain = try? PropertyList(parsing: text.utf8, options: options)
        options.formats = [.xml, .openStep]
        let both = try? PropertyList(parsing: text.utf8, options: options)
        #expect(both?.format == plain?.format)
        #expect(both?.format == .xml)
    }
}
