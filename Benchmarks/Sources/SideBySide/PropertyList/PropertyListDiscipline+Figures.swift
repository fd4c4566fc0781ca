import BenchmarkInputs

extension PropertyListDiscipline {
    private static let binary: Set = ["binary500", "binary300k", "binary11m"]
    private static let xml: Set = ["xml2k", "xml1m", "xml30m"]

    func figures(of contest: Contest) -> [Figure] {
        let serialization = Competitor.propertyListSerialization
        return contest.figures(
            "binary to document / PropertyListSerialization",
            .decantDocument,
            serialization,
            on: Self.binary,
            each: 20
        )
            + contest.figures(
                "binary to owned values / PropertyListSerialization",
                .decantValues,
                serialization,
                on: Self.binary,
                each: 4
            )
            + contest.figures(
                "XML to document / PropertyListSerialization",
                .decantDocument,
                serialization,
                on: Self.xml,
                each: 6
            )
            + contest.figures(
                "XML to owned values / PropertyListSerialization",
                .decantValues,
                serialization,
                on: Self.xml,
                each: 3
            )
            + contest.figures("Decodable / PropertyListDecoder", .decantDecodable, .propertyListDecoder, each: 3)
            + contest.figures(
                "binary to owned values / libplist",
                .decantValues,
                .libplist,
                on: Self.binary,
                each: 0.9
            )
    }

    /// The large ones; smaller files say more about pages than about the reader.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count > 10_000_000 }.flatMap { file in
            for rival in [Competitor.propertyListSerialization, .libplist] { _ = try probe.growth(of: rival, on: file) }
            let bounds = [("document", Competitor.decantDocument, 3.0), ("owned values", .decantValues, 10)]
            return try bounds.compactMap { what, competitor, bound in
                try probe.ratio(of: competitor, on: file).map { ratio in
                    Figure("peak memory of \(what) / body, \(file.name)", ratio, atMost: bound)
                }
            }
        }
    }
}
