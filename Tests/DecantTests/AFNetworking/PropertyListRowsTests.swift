import Decant
import DecantTesting
import Foundation
import Testing

/// The behaviors of AFNetworking's property list serializer, by their IDs in the behavior record, with Decant's
/// outcome.
@Suite struct PropertyListRowsTests {
    private static let xml = "<plist version=\"1.0\"><dict><key>name</key><string>Ann</string></dict></plist>"

    private func sample(_ text: String, _ mediaType: String = "application/x-plist", status: Int = 200)
        -> ResponseSample
    {
        ResponseSample(status, mediaType, text)
    }

    private func failure<Output>(_ serializer: some ResponseSerializer<Output>, _ sample: ResponseSample)
        -> ResponseError?
    {
        do throws(ResponseError) {
            _ = try sample.response(as: serializer)
            return nil
        } catch {
            return error
        }
    }

    /// `{name: Ann}` in the binary format.
    private var binary: ResponseSample {
        let objects: [UInt8] = [0xD1, 1, 2, 0x54, 0x6E, 0x61, 0x6D, 0x65, 0x53, 0x41, 0x6E, 0x6E]
        let table: [UInt8] = [
            8, 11, 16, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20,
        ]
        return ResponseSample(200, "application/x-plist", bytes: Array("bplist00".utf8) + objects + table)
    }

    @Test("P01: a valid list with an accepted media type is decoded, and has its format")
    func valid() throws {
        let xml = try sample(Self.xml).value(as: PropertyListResponseSerializer())
        #expect(xml["name"]?.string == "Ann" && xml.format == .xml)
        let list = try binary.value(as: PropertyListResponseSerializer())
        #expect(list["name"]?.string == "Ann" && list.format == .binary)
        #expect(xml == list)
    }

    @Test("A16, P02: a requested format is enforced")
    func format() {
        #expect(failure(.propertyList(format: .binary), binary) == nil)
        #expect(failure(.propertyList(format: .binary), sample(Self.xml))?.code == .malformedBody)
        #expect(failure(.propertyList(format: .xml), binary)?.code == .malformedBody)
    }

    @Test("A15: every serializer has a format")
    func defaults() {
        #expect(PropertyListResponseSerializer().options.formats == [.binary, .xml])
        #expect(PropertyListResponseSerializer(format: .xml).options.formats == [.xml])
    }

    @Test("S09: the formats are part of the configuration, which can be stored and restored")
    func configuration() throws {
        let serializer = PropertyListResponseSerializer(format: .binary)
        let other = try PropertyListResponseSerializer().restoring(serializer.storedConfiguration())
        #expect(other.options == serializer.options)
        #expect(failure(other, binary) == nil)
        #expect(failure(other, sample(Self.xml)) != nil)
    }

    @Test("P04, P05: an empty body, or whitespace, follows the same rule in all formats")
    func empty() throws {
        #expect(failure(.propertyList, sample(""))?.code == .emptyBody)
        let noContent = sample("", status: 204)
        #expect(failure(.propertyList([String: String].self), noContent)?.code == .emptyBody)
        #expect(try noContent.value(as: PropertyListResponseSerializer([String: String]?.self)) == nil)
        #expect(try sample(" \n").value(as: PropertyListResponseSerializer([String: String]?.self)) == nil)
    }

    @Test("P06: a body that is not a list is an error with its reason and location")
    func invalid() throws {
        let error = try #require(failure(.propertyList, sample(#"{"name": "Ann"}"#)))
        #expect(error.code == .malformedBody)
        #expect(error.position?.line == 1)
    }

    @Test("P07: plain text is a list only if the OpenStep format is requested")
    func plainText() throws {
        #expect(failure(.propertyList, sample("hello"))?.code == .malformedBody)
        #expect(failure(.propertyList, sample("{foo=bar;}"))?.code == .malformedBody)
        let list = try sample("{foo=bar;}").value(as: PropertyListResponseSerializer(format: .openStep))
        #expect(list["foo"]?.string == "bar")
    }

    @Test("P08: a scalar at the top is accepted")
    func scalar() throws {
        let list = try sample("<plist><integer>7</integer></plist>").response(as: PropertyListResponseSerializer())
        #expect(list.value.int == 7)
    }

    @Test("A14, P09: the media types of property lists are accepted, and others on request")
    func mediaTypes() {
        #expect(failure(.propertyList, sample(Self.xml, "application/xml"))?.code == .unacceptableMediaType)
        #expect(failure(.propertyList.accepting("application/xml"), sample(Self.xml, "application/xml")) == nil)
        #expect(failure(.propertyList, sample(Self.xml, "application/x-apple-binary-plist")) == nil)
    }

    @Test("P10: a bad status is the error, which has the list in its body")
    func badStatus() throws {
        let error = try #require(failure(.propertyList([Int].self), sample(Self.xml, status: 404)))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: PropertyList.self)?["name"]?.string == "Ann")
    }
}
