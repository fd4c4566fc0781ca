import DecantCore

/// A kind of text that could be made to cost more than its length warrants, and what is done with it.
struct GrowthShape: Sendable {
    let name: String

    /// The number of repetitions; measured against four times as many.
    ///
    /// Both fit into the processor's caches, whose ends would otherwise be measured.
    let count: Int

    /// The text that repeats something so many times.
    let text: @Sendable (Int) -> String

    /// The work on the text.
    let use: @Sendable (ResponseBody, Int) throws -> Void

    static func repeated(_ text: String, _ count: Int, _ separator: String = ",") -> String {
        repeatElement(text, count: count).joined(separator: separator)
    }
}
