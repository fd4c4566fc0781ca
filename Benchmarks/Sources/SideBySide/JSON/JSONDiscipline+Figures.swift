extension JSONDiscipline {
    func figures(of contest: Contest) -> [Figure] {
        document(contest) + trees(contest) + decoding(contest)
    }

    private func document(_ contest: Contest) -> [Figure] {
        contest.figures("document / JSONSerialization", .decantDocument, .jsonSerialization, each: 30)
            + contest.figures("document / simdjson DOM", .decantDocument, .simdjson, mean: 1.35, each: 0.85)
            + contest.figures(
                "document / simdjson DOM, many strings",
                .decantDocument,
                .simdjson,
                on: ["strings", "letters", "logs"],
                each: 0.9
            )
            + contest.figure("200-byte body to document / simdjson", .decantDocument, .simdjson, on: "rest200", 1.0)
    }

    private func trees(_ contest: Contest) -> [Figure] {
        contest.figures("eager tree / JSONSerialization", .decantTree, .jsonSerialization, mean: 5, each: 4)
            + contest.figure(
                "eager tree without nulls / JSONSerialization and removal of nulls, twitter",
                .decantTreeWithoutNulls,
                .jsonSerializationWithoutNulls,
                on: "twitter",
                20
            )
    }

    private func decoding(_ contest: Contest) -> [Figure] {
        contest.figures("Decodable / JSONDecoder", .decantDecodable, .jsonDecoder, mean: 6, each: 4.5)
            + contest.figure("direct / JSONDecoder, catalogue", .decantDirect, .jsonDecoder, on: "catalogue", 22)
    }
}
