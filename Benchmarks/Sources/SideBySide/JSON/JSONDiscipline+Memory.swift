import BenchmarkInputs

extension JSONDiscipline {
    /// Smaller files say more about pages than about the parser.
    private static let smallestFile = 500_000

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count >= Self.smallestFile }.compactMap { file in
            guard let ratio = try probe.ratio(of: .decantDocument, on: file) else { return nil }
            return Figure("peak memory of a parse / body, \(file.name)", ratio, atMost: 1.6)
        }
    }
}
