import Decant
import DecantFoundation
import DecantTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Compares the texts of errors and findings that depend on the arguments of a call with `Tests/Golden/calls.txt`.
///
/// The first word of a case names the call; those after it and the body are its arguments.
@Suite struct GoldenCallTests {
    @Test func errorsOfCallsReadAsInTheFile() async throws {
        let result = try await GoldenFile("calls").differences { words, body in
            let call = Call(words, body)
            return Self.calls[call.name]?(call)
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count == 0 || result.count > 30)
    }

    /// A case of the file.
    private struct Call {
        let name: String
        let argument: String
        let body: [UInt8]

        init(_ words: String, _ body: [UInt8]) {
            let parts = words.split(separator: " ", maxSplits: 1)
            name = parts.first.map(String.init) ?? ""
            argument = parts.dropFirst().first.map(String.init) ?? ""
            self.body = body
        }

        var number: Int { Int(argument) ?? 0 }
        var data: Data { Data(body) }
    }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no luck" }
    }

    private struct Parts: Decodable {
        var json: JSON?
        var xml: XML.Node?
        var list: PropertyList?
    }

    /// What each call prints.
    private static let calls: [String: @Sendable (Call) -> String?] = [
        // Heads
        "Content-Length": { head(.contentLength, $0) },
        "Content-Type": { head(.contentType, $0) },
        "Content-Encoding": { head(.contentEncoding, $0) },
        "no-status": { text(DataResponseSerializer().statuses([]), $0, HTTPResponse(status: .ok)) },
        "empty-type": { text(JSONResponseSerializer(), $0, HTTPResponse(status: .ok)) },
        // Parts of documents
        "value(at)": { call in
            value { () throws(ResponseError) in
                try JSON(parsing: call.body).value(at: JSONPointer(call.argument) ?? .root)
            }
        },
        "decode(text)": { call in
            value { () throws(ResponseError) in
                let document = try XML.Document(parsing: call.body)
                guard let node = document.root.children.first else { return -1 }
                var options = XML.Options()
                options.path = XML.Path(call.argument) ?? .root
                return try node.decode(Int.self, options: options)
            }
        },
        "JSON.Value": { call in
            value { () throws(ResponseError) in
                var limits = Limits()
                limits.jsonDepth = 9999
                return try JSON.Value(JSON(parsing: call.body, limits: limits))
            }
        },
        // Stored settings
        "Charset": { stored([Charset].self, $0) },
        "MediaTypePattern": { stored([MediaTypePattern].self, $0) },
        "StatusCodes": { stored([StatusCodes].self, $0) },
        "JSONPointer": { stored([JSONPointer].self, $0) },
        "JSON.Options": { stored(JSON.Options.self, $0) },
        "JSONDecoder": { stored(Parts.self, $0) },
        "CompoundResponseSerializer": { call in
            stored { _ = try nested(1).restoring(String(decoding: call.body, as: UTF8.self)) }
        },
        // Serializers
        "removingXSSIPrefix": { text(JSONResponseSerializer().removingXSSIPrefix(), $0) },
        "preparing": { text(JSONResponseSerializer().preparing { _, _ in throw Refusal() }, $0) },
        "map": { text(StringResponseSerializer().map { _ -> Int in throw Refusal() }, $0) },
        "firstOf": { call in
            if let count = Int(call.argument) { return text(repeated(count), call) }
            return text(either, call, ResponseContext(mediaType: ResponseMediaType(parsing: call.argument)))
        },
        "nested": { text(AnyText(nested($0.number)), $0) },
        "limit": { call in text(DataResponseSerializer().limits { $0.bodyBytes = call.number }, call) },
        "HTTPURLResponse": { received($0) },
        "ResponseBytes(collecting:)": { collected($0.body, $0.number) },
        "XML.Reader": { chunks($0.body, $0.number) },
        "at": { text(JSONResponseSerializer(Int.self).at(JSONPointer($0.argument) ?? .root), $0) },
        "failure": { call in
            let serializer = JSONResponseSerializer().failure(.json([String: Int].self))
            return text(serializer, call, HTTPResponse(status: .internalServerError))
        },
    ]

    private static func text<Value>(
        _ serializer: some ResponseSerializer<Value>,
        _ call: Call,
        _ head: some ResponseContextConvertible = ResponseContext(mediaType: nil)
    ) -> String {
        GoldenFile.text { () throws(ResponseError) in try serializer.response(of: call.body, for: head) }
    }

    private static func head(_ field: HTTPField.Name, _ call: Call) -> String {
        var head = HTTPResponse(status: .ok)
        head.headerFields[field] = call.argument
        if field == .contentLength { head.headerFields[.contentType] = "application/octet-stream" }
        let serializer = JSONResponseSerializer().accepting("application/*", "text/x; version=2")
        return text(serializer, call, ResponseContext(head, isDecoded: true))
    }

    private static func value<Value>(_ value: () throws(ResponseError) -> Value) -> String {
        do throws(ResponseError) { return "\(try value())" } catch { return error.description }
    }

    private static func stored(_ type: (some Decodable).Type, _ call: Call) -> String {
        stored { _ = try JSONDecoder().decode(type, from: call.data) }
    }

    private static func stored(_ restore: () throws -> Void) -> String {
        do {
            try restore()
            return "a value"
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {
            return "\(error)"
        }
    }

    private static func nested(_ depth: Int) -> any ResponseSerializer<String> {
        var serializer: any ResponseSerializer<String> = StringResponseSerializer()
        for _ in 0..<depth { serializer = CompoundResponseSerializer<String>([serializer]) }
        return serializer
    }

    /// A compound of some serializers of JSON, and one of XML if they are several.
    private static func repeated(_ count: Int) -> CompoundResponseSerializer<Int> {
        let json = JSONResponseSerializer(Int.self)
        let xml = XMLDocumentResponseSerializer().map { _ in 0 }
        return CompoundResponseSerializer(
            [any ResponseSerializer<Int>](repeating: json, count: count) + (count > 1 ? [xml] : [])
        )
    }

    private static var either: CompoundResponseSerializer<String> {
        .firstOf(
            JSONResponseSerializer([String: String].self).map { _ in "JSON" },
            XMLDocumentResponseSerializer().map { _ in "XML" }
        )
    }

    private static func received(_ call: Call) -> String? {
        guard let url = URL(string: "https://example.com/"),
            let response = HTTPURLResponse(url: url, statusCode: call.number, httpVersion: nil, headerFields: nil)
        else { return nil }
        return text(StringResponseSerializer(), call, response)
    }

    private static func limits(_ bodyBytes: Int) -> Limits {
        var limits = Limits()
        limits.bodyBytes = bodyBytes
        return limits
    }

    private static func collected(_ body: [UInt8], _ limit: Int) -> String {
        var chunk: [UInt8]? = body
        do {
            _ = try ResponseBytes(limits: limits(limit)) { chunk.take() }
        } catch {
            return "\(error)"
        }
        return "a value"
    }

    private static func chunks(_ body: [UInt8], _ limit: Int) -> String {
        var reader = XML.Reader(limits: limits(limit))
        reader.append(body)
        reader.finish()
        do throws(ResponseError) { while try reader.next() != nil {} } catch { return error.description }
        return "a value"
    }

    /// A serializer whose type is not known.
    private struct AnyText: ResponseSerializer {
        var handling = ResponseHandling(accepting: ["*/*"])
        let base: any ResponseSerializer<String>

        init(_ base: any ResponseSerializer<String>) { self.base = base }

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
            try base.decode(body, in: &context)
        }
    }
}
