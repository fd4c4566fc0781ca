import BenchmarkInputs

extension JSONDiscipline {
    /// Smaller files say more about pages than about the parser.
    private static let smallestFile = 500_000

    /// Those that have a bound.
    ///
    /// A text of nothing but short numbers has more values than text and needs more.
    private static let boundedFiles: Set = ["twitter", "catalogue", "records50"]

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count >= Self.smallestFile }.compactMap { file in
            guard let ratio = try probe.ratio(of: .decantDocument, on: file) else { return nil }
            guard Self.boundedFiles.contains(file.name) else { return nil }
            return Figure("peak memory of a parse / body, \(file.name)", ratio, atMost: 1.6)
        }
    }
}
