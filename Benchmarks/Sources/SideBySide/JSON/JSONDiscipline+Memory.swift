import BenchmarkInputs

extension JSONDiscipline {
    /// Smaller files say more about pages than about the parser.
    private static let smallestFile = 500_000

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        let ratios = try files.filter { $0.bytes.count >= Self.smallestFile }.compactMap { file in
            try probe.ratio(of: .decantDocument, on: file)
        }
        return ratios.isEmpty
            ? [] : [Figure("peak memory of a parse / body, geomean", ratios.geometricMean, atMost: 1.6)]
    }
}
