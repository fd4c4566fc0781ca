import CCodingRivals

extension InputFile {
    /// The ten files that are compressed: text of several kinds, numbers, and a picture.
    private static let codedJSON = ["github_events", "twitter", "twitterescaped", "mesh", "canada", "gsoc-2018"]

    /// The gzip levels at which they are compressed.
    private static let levels: [Int32] = [1, 6, 9]

    /// The names of the example files that are not there.
    package static var missingCodings: [String] { missingJSON.filter(codedJSON.contains) }

    /// Every file, compressed with gzip at each level; `canada-6` is one name.
    ///
    /// - Parameter names: The names of those wanted, with the level or without; all if empty.
    /// - Returns: The files.
    package static func codings(named names: [String] = []) -> [InputFile] {
        let plain =
            json(named: codedJSON) + xml(named: ["feed1m"]) + propertyLists(named: ["xml1m", "binary300k"])
            + images(named: ["bmp8"])
        return plain.flatMap { file in
            levels.filter { names.isEmpty || names.contains(file.name) || names.contains("\(file.name)-\($0)") }
                .map(file.gzip)
        }
    }

    private func gzip(level: Int32) -> InputFile {
        let coded = [UInt8](unsafeUninitializedCapacity: coding_rival_gzip_bound(bytes.count)) { output, count in
            guard let target = output.baseAddress else { return }
            count = coding_rival_gzip(bytes, bytes.count, level, target, output.count)
        }
        return InputFile(
            name: "\(name)-\(level)",
            bytes: coded,
            summary: "\(summary), gzip -\(level)",
            isGenerated: isGenerated
        )
    }
}
