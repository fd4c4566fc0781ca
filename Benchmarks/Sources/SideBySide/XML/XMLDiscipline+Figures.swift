import BenchmarkInputs

extension XMLDiscipline {
    /// The longest token of the generated files is far below this.
    private static let chunkedPeak = 4 * 1_048_576

    func figures(of contest: Contest) -> [Figure] {
        contest.figure("events / XMLParser, soap2k", .decantEvents, .xmlParser, on: "soap2k", 4)
            + contest.figure("events / XMLParser, feed1m", .decantEvents, .xmlParser, on: "feed1m", 7)
            + contest.figures("events / libxml2 SAX2", .decantEvents, .libxml2Events, each: 1.5)
            + contest.figures("events as String / XMLParser", .decantStrings, .xmlParser, each: 2.5)
            + contest.figures("document / XMLDocument", .decantDocument, .xmlDocument, each: 3)
            // A text that is shorter than a chunk tells what it takes to begin.
            + contest.figures(
                "events from chunks / events",
                .decantChunks,
                .decantEvents,
                on: ["feed1m", "map20m"],
                each: 0.7
            )
    }

    /// A document may need 5 times the text, or a quarter of what `XMLDocument` needs.
    ///
    /// Smaller files say more about pages than about the parser.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count >= 500_000 }.flatMap { file in
            let rival = try probe.ratio(of: .xmlDocument, on: file) ?? 0
            let document = try probe.ratio(of: .decantDocument, on: file).map {
                Figure("peak memory of a document / body, \(file.name)", $0, atMost: max(5, rival / 4))
            }
            let chunks = try probe.growth(of: .decantChunks, on: file).map {
                Figure("peak bytes of events from chunks, \(file.name)", Double($0), atMost: Double(Self.chunkedPeak))
            }
            return [document, chunks].compactMap(\.self)
        }
    }
}
