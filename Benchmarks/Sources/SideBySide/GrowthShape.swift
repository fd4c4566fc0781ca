import DecantCore
import DecantJSON

/// A kind of text that could be made to cost more than its length warrants, and what is done with it.
struct GrowthShape: Sendable {
    let name: String

    /// How many of whatever it repeats; measured against four times as many.
    ///
    /// Both fit into the processor's caches, whose ends would otherwise be measured.
    let count: Int

    /// The text that repeats something so many times.
    let text: @Sendable (Int) -> String

    /// What is done with the text.
    let use: @Sendable (ResponseBody, Int) throws -> Void

    static func parse(_ body: ResponseBody) throws -> JSONDocument {
        var limits = Limits()
        limits.jsonDepth = 1_000_000
        limits.jsonNumberBytes = 1_000_000
        return try JSONDocument(parsing: body, limits: limits)
    }

    /// Reads the text and keeps nothing of it.
    static func onlyParse(_ body: ResponseBody, _ count: Int) throws {
        Sink.keep(try parse(body))
    }

    static func repeated(_ text: String, _ count: Int, _ separator: String = ",") -> String {
        repeatElement(text, count: count).joined(separator: separator)
    }

    /// An object of members whose names are all different and whose values are numbers.
    static func object(_ count: Int) -> String {
        "{" + (0..<count).map { "\"name\($0)\":\($0)" }.joined(separator: ",") + "}"
    }
}
