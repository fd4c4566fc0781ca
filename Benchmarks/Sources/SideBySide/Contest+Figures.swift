extension Contest {
    /// Everything that is to be reached, as far as the files and the competitors for it are there.
    var figures: [Figure] {
        document + trees + decoding
    }

    private var document: [Figure] {
        figures("document / JSONSerialization", .decantDocument, .jsonSerialization, each: 30)
            + figures("document / simdjson DOM", .decantDocument, .simdjson, mean: 1.0, each: 0.7)
            + figure("200-byte body to document / simdjson", .decantDocument, .simdjson, on: "rest200", 1.0)
    }

    private var trees: [Figure] {
        figures("eager tree / JSONSerialization", .decantTree, .jsonSerialization, mean: 5, each: 4)
            + figure(
                "eager tree without nulls / JSONSerialization and removal of nulls, twitter",
                .decantTreeWithoutNulls,
                .jsonSerializationWithoutNulls,
                on: "twitter",
                20
            )
    }

    private var decoding: [Figure] {
        figures("Decodable / JSONDecoder", .decantDecodable, .jsonDecoder, mean: 5.5, each: 4.5)
            + figure("direct / JSONDecoder, catalogue", .decantDirect, .jsonDecoder, on: "catalogue", 12)
    }

    /// A figure for each file, and one for their geometric mean if there is a bound for it.
    private func figures(
        _ name: String,
        _ competitor: Competitor,
        _ other: Competitor,
        mean: Double? = nil,
        each: Double
    ) -> [Figure] {
        let speeds = speeds(of: competitor, over: other)
        guard !speeds.isEmpty else { return [] }
        let means = mean.map { [Figure("\(name), geomean", speeds.map(\.speed).geometricMean, atLeast: $0)] } ?? []
        return means + speeds.map { Figure("\(name), \($0.file)", $0.speed, atLeast: each) }
    }

    private func figure(
        _ name: String,
        _ competitor: Competitor,
        _ other: Competitor,
        on file: String,
        _ bound: Double
    ) -> [Figure] {
        speeds(of: competitor, over: other)
            .filter { $0.file == file }
            .map { Figure(name, $0.speed, atLeast: bound) }
    }
}
