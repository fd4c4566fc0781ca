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
        let result = try await GoldenFile("calls").differences { decoder, body in
            let words = decoder.split(separator: " ").map(String.init)
            let text = String(decoding: body, as: UTF8.self)
            return Self.validation(words, body) ?? Self.value(words, body) ?? Self.stored(words, text)
                ?? Self.serializer(words, body)
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count == 0 || result.count > 30)
    }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no luck" }
    }

    private static func text<Value>(
        _ serializer: some ResponseSerializer<Value>,
        _ body: [UInt8],
        _ type: String? = nil
    ) -> String {
        GoldenFile.text { () throws(ResponseError) in
            try serializer.response(
                of: body,
                for: ResponseContext(mediaType: type.flatMap { ResponseMediaType(parsing: $0) })
            )
        }
    }

    // MARK: - Heads

    private static func validation(_ words: [String], _ body: [UInt8]) -> String? {
        let field: HTTPField.Name
        switch words.first {
        case "Content-Length": field = .contentLength
        case "Content-Type": field = .contentType
        case "Content-Encoding": field = .contentEncoding
        case "no-status": return text(DataResponseSerializer().statuses([]), 200, body)
        case "empty-type": return text(JSONResponseSerializer(), 200, body)
        default: return nil
        }
        var head = HTTPResponse(status: .ok)
        head.headerFields[field] = words.dropFirst().joined(separator: " ")
        if field == .contentLength { head.headerFields[.contentType] = "application/octet-stream" }
        let context = ResponseContext(head, isDecoded: true)
        return GoldenFile.text { () throws(ResponseError) -> DecodedResponse<JSON> in
            let serializer = JSONResponseSerializer().accepting("application/*", "text/x; version=2")
            return try serializer.response(of: ResponseBytes(body), for: context)
        }
    }

    private static func text<Value>(_ serializer: some ResponseSerializer<Value>, _ status: Int, _ body: [UInt8])
        -> String
    {
        GoldenFile.text { () throws(ResponseError) in
            try serializer.response(of: body, for: HTTPResponse(status: HTTPResponse.Status(code: status)))
        }
    }

    // MARK: - Parts of documents

    private static func value(_ words: [String], _ body: [UInt8]) -> String? {
        let argument = words.dropFirst().joined(separator: " ")
        do throws(ResponseError) {
            switch words.first {
            case "value(at)":
                let document = try JSONResponseSerializer().value(of: body, for: ResponseContext(mediaType: nil))
                return "\(try document.value(at: JSONPointer(argument) ?? .root))"
            case "decode(text)":
                let document = try XMLDocumentResponseSerializer().value(of: body, for: ResponseContext(mediaType: nil))
                guard let node = document.root.children.first else { return "no child" }
                return "\(try node.decode(Int.self, options: xml(at: argument)))"
            case "JSON.Value":
                let document = try JSONResponseSerializer().limits { $0.jsonDepth = 9999 }.value(
                    of: body,
                    for: ResponseContext(mediaType: nil)
                )
                return "\(try JSON.Value(document))"
            default: return nil
            }
        } catch {
            return error.description
        }
    }

    private static func xml(at path: String) -> XML.Options {
        var options = XML.Options()
        options.path = XML.Path(path) ?? .root
        return options
    }

    // MARK: - Stored settings

    private struct Parts: Decodable {
        var json: JSON?
        var xml: XML.Node?
        var list: PropertyList?
    }

    private static func stored(_ words: [String], _ body: String) -> String? {
        do {
            switch words.first {
            case "Charset": _ = try JSONDecoder().decode([Charset].self, from: Data(body.utf8))
            case "MediaTypePattern": _ = try JSONDecoder().decode([MediaTypePattern].self, from: Data(body.utf8))
            case "StatusCodes": _ = try JSONDecoder().decode([StatusCodes].self, from: Data(body.utf8))
            case "JSONPointer": _ = try JSONDecoder().decode([JSONPointer].self, from: Data(body.utf8))
            case "JSON.Options": _ = try JSONDecoder().decode(JSON.Options.self, from: Data(body.utf8))
            case "CompoundResponseSerializer": _ = try nested(1).restoring(body)
            case "JSONDecoder": _ = try JSONDecoder().decode(Parts.self, from: Data(body.utf8))
            default: return nil
            }
            return "a value"
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {
            return "\(error)"
        }
    }

    // MARK: - Serializers

    private static func nested(_ depth: Int) -> any ResponseSerializer<String> {
        var serializer: any ResponseSerializer<String> = StringResponseSerializer()
        for _ in 0..<depth { serializer = CompoundResponseSerializer<String>([serializer]) }
        return serializer
    }

    private static func serializer(_ words: [String], _ body: [UInt8]) -> String? {
        let argument = words.dropFirst().joined(separator: " ")
        switch words.first {
        case "removingXSSIPrefix": return text(JSONResponseSerializer().removingXSSIPrefix(), body)
        case "preparing": return text(JSONResponseSerializer().preparing { _, _ in throw Refusal() }, body)
        case "map": return text(StringResponseSerializer().map { _ -> Int in throw Refusal() }, body)
        case "firstOf" where Int(argument) != nil: return text(repeated(Int(argument) ?? 0), body)
        case "firstOf": return text(either, body, argument.isEmpty ? nil : argument)
        case "nested": return text(AnyText(nested(Int(argument) ?? 0)), body)
        case "limit": return text(DataResponseSerializer().limits { $0.bodyBytes = Int(argument) ?? 0 }, body)
        case "HTTPURLResponse": return received(body, Int(argument) ?? 0)
        case "ResponseBytes(collecting:)": return collected(body, Int(argument) ?? 0)
        case "XML.Reader": return chunks(body, Int(argument) ?? 0)
        case "at": return text(JSONResponseSerializer(Int.self).at(JSONPointer(argument) ?? .root), body)
        case "failure": return text(JSONResponseSerializer().failure(.json([String: Int].self)), 500, body)
        default: return nil
        }
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

    private static func received(_ body: [UInt8], _ status: Int) -> String? {
        guard let url = URL(string: "https://example.com/"),
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { return nil }
        return GoldenFile.text { () throws(ResponseError) in
            try StringResponseSerializer().response(of: Data(body), for: response)
        }
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
