import Decant
import DecantCaptures
import DecantCore
import DecantFoundation
import DecantImages
import Foundation
import HTTPTypes
import Testing

/// Every function accepts bytes in any form: an array, a slice, `Data`, a string view, a body, or part of a body.
@Suite struct AcceptedBytesTests {
    /// Calls a function that is generic over bytes with every form, and returns the results.
    private func forms<Result>(of text: String, _ use: (any Sequence<UInt8>) throws -> Result) rethrows -> [Result] {
        let bytes = Array(text.utf8)
        let padded = [0x20] + bytes + [0x20]
        let all: [any Sequence<UInt8>] = [
            bytes, padded[1...bytes.count], Data(bytes), Data(padded)[1...bytes.count], text.utf8,
            bytes.lazy.map { $0 },
            ResponseBytes(bytes), ResponseBytes(padded.dropLast()).dropFirst(1), ResponseBytes(bytes),
        ]
        return try all.map(use)
    }

    @Test func documentsAreReadFromBytesInAnyForm() throws {
        let json = try forms(of: "[1]") { try JSON(parsing: $0).description }
        let owned = try forms(of: "[1]") { try JSON.Value(parsing: $0) }
        let xml = try forms(of: "<a>1</a>") { try XML.Document(parsing: $0).root.text }
        let list = try forms(of: "<plist><integer>1</integer></plist>") { try PropertyList(parsing: $0).int }
        let ownedList = try forms(of: "<plist><integer>1</integer></plist>") { try PropertyList.Value(parsing: $0) }
        let events = try forms(of: "<a/>") { bytes in
            var reader = try XML.Reader(parsing: bytes)
            return try reader.nextOwned()
        }
        #expect(json == Array(repeating: "[1]", count: 9))
        #expect(owned == Array(repeating: .array([.integer(1)]), count: 9))
        #expect(xml == Array(repeating: "1", count: 9))
        #expect(list == Array(repeating: 1, count: 9))
        #expect(ownedList == Array(repeating: .integer(1), count: 9))
        #expect(events == Array(repeating: .startElement(name: .init("a"), attributes: []), count: 9))
    }

    @Test func serializersTakeBytesInAnyForm() throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        let context = ResponseContext(head)
        let serializer = JSONResponseSerializer([Int].self)
        let values = try forms(of: "[1]") { bytes in
            [
                try serializer.value(of: bytes, for: head), try serializer.value(of: bytes, for: context),
                try serializer.value(of: bytes, for: ResponseContext(mediaType: "application/json")),
                try serializer.value(of: bytes, for: head),
                try serializer.value(of: bytes, for: context),
                try serializer.value(of: bytes, for: ResponseContext(mediaType: "application/json")),
            ]
        }
        #expect(values == Array(repeating: Array(repeating: [1], count: 6), count: 9))
    }

    @Test func chunksAreAcceptedInAnyForm() throws {
        let bodies = try forms(of: "abc") { bytes in
            var collector = ResponseBodyCollector()
            try collector.append(bytes)
            return collector.finish()
        }
        let texts = try forms(of: "abc") { bytes in
            var decoder = TextDecoder(.utf8)
            return try decoder.decode(bytes) + decoder.finish()
        }
        let events = try forms(of: "<a/>") { bytes in
            var reader = XML.Reader()
            reader.append(bytes)
            return try reader.nextOwned()
        }
        #expect(bodies == Array(repeating: ResponseBytes("abc".utf8), count: 9))
        #expect(texts == Array(repeating: "abc", count: 9))
        #expect(events == Array(repeating: .startElement(name: .init("a"), attributes: []), count: 9))
    }

    @Test func chunksAreAcceptedAsSpans() throws {
        let bytes = Array("<a/>".utf8)
        var collector = ResponseBodyCollector()
        var decoder = TextDecoder(.utf8)
        var reader = XML.Reader()
        try collector.append(bytes.elementSpan)
        let text = try decoder.decode(bytes.elementSpan)
        reader.append(bytes.elementSpan)
        let event = try reader.nextOwned()
        #expect(collector.finish() == ResponseBytes(bytes.elementSpan))
        #expect(text == "<a/>")
        #expect(event == .startElement(name: .init("a"), attributes: []))
    }

    @Test func imagesAreReadFromBytesInAnyForm() throws {
        let text = "#define a_width 8\n#define a_height 2\nstatic char a_bits[] = { 0x01, 0x02 };\n"
        let widths = try forms(of: text) { try ImageHeader(parsing: $0).width }
        let heights = try forms(of: text) { try DecodedImage(parsing: $0).height }
        let formats = forms(of: "GIF89a") { ImageFormat(firstBytesOf: $0) }
        #expect(ImageFormat(firstBytesOf: " GIF89a".utf8) == nil)
        #expect(widths == Array(repeating: 8, count: 9))
        #expect(heights == Array(repeating: 2, count: 9))
        #expect(formats == Array(repeating: .gif, count: 9))
    }

    @Test func savedResponsesAreReadFromBytesInAnyForm() throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"
        let saved = try forms(of: text) { try SavedResponse($0).body.map { $0 } }
        #expect(saved == Array(repeating: [0x31], count: 9))
        #expect(forms(of: text) { SavedResponse.begins($0) } == Array(repeating: true, count: 9))
    }
}
