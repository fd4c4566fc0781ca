import BenchmarkInputs
import DecantCore
import DecantJSON
import Foundation

extension JSONDiscipline {
    /// The competitors on a file.
    ///
    /// simdjson needs padding after the bytes and copies them into a buffer that it keeps; the copy is timed. A
    /// `ResponseBody` has its padding since it was received.
    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let bytes = file.bytes
        let body = ResponseBody(bytes)
        let data = Data(bytes)
        let parser = SimdjsonParser()
        let limit = CopyLimit(bytes)
        var options = JSON.Options()
        options.removesNullMembers = true
        options.removesNullElements = true
        let withoutNulls = options
        return [
            (.decantDocument, Work(making: { try JSON(parsing: body) })),
            (.decantTree, Work(making: { try JSON.Value(parsing: body) })),
            (.decantTreeWithoutNulls, Work(making: { try JSON.Value(parsing: body, options: withoutNulls) })),
            (.simdjson, Work { try parser.parse(bytes) }),
            (.jsonSerialization, Work(making: { try JSONSerialization.jsonObject(with: data) })),
            (
                .jsonSerializationWithoutNulls,
                Work(making: { NullRemoval.removing(from: try JSONSerialization.jsonObject(with: data)) })
            ),
            (.copy, Work { limit.run() }),
        ] + decoders(file.name, body: body, data: data)
    }

    /// The competitors that make a value of the file's own type.
    private func decoders(_ name: String, body: ResponseBody, data: Data) -> [(name: Competitor, work: Work)] {
        switch name {
        case "rest200", "rest200i": decoders(Account.self, body: body, data: data)
        case "strings", "letters": decoders([Row].self, body: body, data: data)
        case "logs": decoders([LogEntry].self, body: body, data: data)
        case "rest2k", "rest2ki", "rest20k", "rest20ki": decoders(Page.self, body: body, data: data)
        case "github_events": decoders([GitHubEvent].self, body: body, data: data)
        case "twitter", "twitterescaped": decoders(TwitterSearch.self, body: body, data: data)
        case "mesh": decoders(Mesh.self, body: body, data: data)
        case "catalogue": decoders(Catalogue.self, body: body, data: data) + [direct(Catalogue.self, body: body)]
        case "canada": decoders(FeatureCollection.self, body: body, data: data)
        case "gsoc-2018": decoders([String: SummerProject].self, body: body, data: data)
        case "records50": decoders([Record].self, body: body, data: data)
        default: []
        }
    }

    private func decoders<Value: Decodable>(
        _ type: Value.Type,
        body: ResponseBody,
        data: Data
    ) -> [(name: Competitor, work: Work)] {
        let decoder = JSONDecoder()
        return [
            (.decantDecodable, Work(making: { try JSON(parsing: body).decode(type) })),
            (.jsonDecoder, Work(making: { try decoder.decode(type, from: data) })),
        ]
    }

    private func direct<Value: JSON.DirectDecodable>(
        _ type: Value.Type,
        body: ResponseBody
    ) -> (name: Competitor, work: Work) {
        (.decantDirect, Work(making: { try JSON(parsing: body).decode(direct: type) }))
    }
}
