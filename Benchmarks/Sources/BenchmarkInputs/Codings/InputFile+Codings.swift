import CCodingRivals

extension InputFile {
    /// The ten files to compress: several kinds of text, numbers, and an image.
    private static let codedJSON = ["github_events", "twitter", "twitterescaped", "mesh", "canada", "gsoc-2018"]

    /// The gzip levels.
    private static let levels: [Int32] = [1, 6, 9]

    /// The names of the missing example files.
    package static var missingCodings: [String] { missingJSON.filter(codedJSON.contains) }

    /// Returns every file, compressed with gzip at each level, and with brotli and zstd; `canada-6` and `canada-br` are
    /// names.
    ///
    /// - Parameter names: The names of the requested files, with or without the level; all if empty.
    package static func codings(named names: [String] = []) -> [InputFile] {
        let plain =
            json(named: codedJSON) + xml(named: ["feed1m"]) + propertyLists(named: ["xml1m", "binary300k"])
            + images(named: ["bmp8"])
        return plain.flatMap { file in
            let isWanted = { (suffix: String) in
                names.isEmpty || names.contains(file.name) || names.contains("\(file.name)-\(suffix)")
            }
            let others = [
                file.coded("br", "brotli -q 5", coding_rival_brotli), file.coded("zst", "zstd -3", coding_rival_zstd),
            ]
            return levels.filter { isWanted("\($0)") }.map(file.gzip)
                + others.filter { other in isWanted(String(other.name.dropFirst(file.name.count + 1))) }
        }
    }

    private func coded(
        _ suffix: String,
        _ words: String,
        _ compress: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int
    ) -> InputFile {
        let coded = [UInt8](unsafeUninitializedCapacity: bytes.count + bytes.count / 8 + 1024) { output, count in
            count = compress(bytes, bytes.count, output.baseAddress, output.count)
        }
        return InputFile(
            name: "\(name)-\(suffix)",
            bytes: coded,
            summary: "\(summary), \(words)",
            isGenerated: isGenerated
        )
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
