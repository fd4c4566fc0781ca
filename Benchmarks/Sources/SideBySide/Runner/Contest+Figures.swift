extension Contest {
    /// A figure for each file, and one for their geometric mean if there is a bound for it.
    ///
    /// - Parameters:
    ///   - name: The name of the figures, before the name of the file.
    ///   - competitor: The competitor that is to be faster.
    ///   - other: The competitor that it is compared with.
    ///   - files: The files that count; all if nil.
    ///   - mean: The required ratio on the geometric mean.
    ///   - each: The required ratio on each file.
    /// - Returns: The figures of the files where both took part.
    func figures(
        _ name: String,
        _ competitor: Competitor,
        _ other: Competitor,
        on files: Set<String>? = nil,
        mean: Double? = nil,
        each: Double
    ) -> [Figure] {
        let speeds = speeds(of: competitor, over: other).filter { files?.contains($0.file) ?? true }
        guard !speeds.isEmpty else { return [] }
        let means = mean.map { [Figure("\(name), geomean", speeds.map(\.speed).geometricMean, atLeast: $0)] } ?? []
        return means + speeds.map { Figure("\(name), \($0.file)", $0.speed, atLeast: each) }
    }

    /// A figure for one file, under a name of its own.
    func figure(
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
