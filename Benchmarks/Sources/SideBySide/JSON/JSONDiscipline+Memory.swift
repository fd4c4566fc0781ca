import BenchmarkInputs

extension JSONDiscipline {
    /// Smaller files say more about pages than about the parser.
    private static let smallestFile = 500_000

    /// A node has 16 bytes, so that a text with fewer bytes than this for each needs more than the bound for them alone.
    private static let leastBytesOfNode = 10

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count >= Self.smallestFile }.compactMap { file in
            guard let ratio = try probe.ratio(of: .decantDocument, on: file) else { return nil }
            guard file.bytes.count >= Self.leastBytesOfNode * Self.nodes(of: file) else { return nil }
            return Figure("peak memory of a parse / body, \(file.name)", ratio, atMost: 1.6)
        }
    }

    /// The values and names of a text: one after each bracket, comma and colon that is not in a string.
    private static func nodes(of file: InputFile) -> Int {
        var (count, isInside, isEscaped) = (1, false, false)
        for byte in file.bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInside.toggle()
            } else if isInside {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":")].contains(byte) {
                count += 1
            }
        }
        return count
    }
}
