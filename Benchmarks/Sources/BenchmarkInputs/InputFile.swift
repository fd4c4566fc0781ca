/// A text that the competitors are measured on.
package struct InputFile: Sendable {
    /// The name in the figures.
    package let name: String

    package let bytes: [UInt8]

    /// The pixels of all frames, if it is a picture.
    package let pixels: Int?

    /// A summary of the contents, in a few words.
    package let summary: String

    /// Whether it was generated, and not read from a folder of example files.
    package let isGenerated: Bool

    init(name: String, bytes: [UInt8], summary: String, isGenerated: Bool, pixels: Int? = nil) {
        self.name = name
        self.bytes = bytes
        self.summary = summary
        self.isGenerated = isGenerated
        self.pixels = pixels
    }

    /// Makes the files that are wanted.
    static func generated(_ generators: [Generator], named names: [String]) -> [InputFile] {
        generators.filter { names.isEmpty || names.contains($0.name) }.map { generator in
            InputFile(name: generator.name, bytes: generator.make(), summary: generator.summary, isGenerated: true)
        }
    }

    /// The name and the summary of a file, and what makes its bytes.
    typealias Generator = (name: String, summary: String, make: @Sendable () -> [UInt8])
}
