/// A text that the competitors are measured on.
package struct InputFile: Sendable {
    /// What the figures call it.
    package let name: String

    package let bytes: [UInt8]

    /// What it is made of, in a few words.
    package let summary: String

    /// Whether it was generated, and not read from a folder of example files.
    package let isGenerated: Bool

    init(name: String, bytes: [UInt8], summary: String, isGenerated: Bool) {
        self.name = name
        self.bytes = bytes
        self.summary = summary
        self.isGenerated = isGenerated
    }
}
