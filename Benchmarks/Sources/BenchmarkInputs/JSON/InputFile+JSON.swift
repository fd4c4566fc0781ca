import Foundation

extension InputFile {
    /// The example files that many JSON libraries are measured on, with their paths beside the corpora.
    private static let examples = [
        (name: "github_events", path: "../data/json/github_events.json", summary: "a page of events, pretty-printed"),
        (name: "twitter", path: "json/performance/twitter.json", summary: "much non-ASCII text, many nulls"),
        (
            name: "twitterescaped", path: "../data/json/twitterescaped.json",
            summary: "the same, minified, as \\u escapes"
        ),
        (name: "mesh", path: "../data/json/mesh.json", summary: "numbers of 6 to 13 digits"),
        (name: "canada", path: "../data/json/canada.json", summary: "coordinates of 17 digits"),
        (name: "gsoc-2018", path: "../data/json/gsoc-2018.json", summary: "long ASCII strings"),
    ]

    /// The names of the example files that are not there.
    package static var missingJSON: [String] {
        examples.map(\.name).filter { example($0) == nil }
    }

    /// Every file that is there, the smaller first.
    ///
    /// - Parameter names: The names of those wanted; all if empty.
    /// - Returns: The files, generated and read.
    package static func json(named names: [String] = []) -> [InputFile] {
        let wanted = { (name: String) in names.isEmpty || names.contains(name) }
        let read = examples.map(\.name).filter(wanted).compactMap(example)
        return (generated(generators, named: names) + read).sorted { $0.bytes.count < $1.bytes.count }
    }

    private static func example(_ name: String) -> InputFile? {
        guard let corpora = ProcessInfo.processInfo.environment["DECANT_CORPORA"],
            let example = examples.first(where: { $0.name == name }),
            let data = FileManager.default.contents(atPath: corpora + "/" + example.path)
        else { return nil }
        return InputFile(name: name, bytes: [UInt8](data), summary: example.summary, isGenerated: false)
    }

    private static let generators: [Generator] = [
        ("rest200", "one small object, minified", AccountGenerator.bytes),
        ("rest200i", "the same, indented", { PrettyText.indented(AccountGenerator.bytes()) }),
        ("rest2k", "a page of five issues, minified, with escapes and nulls", { PageGenerator.bytes(entries: 5) }),
        ("rest2ki", "the same, indented", { PrettyText.indented(PageGenerator.bytes(entries: 5)) }),
        ("rest20k", "a page of 50 issues, minified", { PageGenerator.bytes(entries: 50) }),
        ("rest20ki", "the same, indented", { PrettyText.indented(PageGenerator.bytes(entries: 50)) }),
        ("strings", "objects of many short ASCII strings, minified", { ShortStringsGenerator.bytes(.ascii) }),
        ("letters", "the same of letters of two and of three bytes", { ShortStringsGenerator.bytes(.nonASCII) }),
        ("logs", "an array of log entries, one a line", LogsGenerator.bytes),
        ("catalogue", "wide objects, long keys, integers, pretty-printed", CatalogueGenerator.bytes),
        ("records50", "an array of records of 11 fields, one a line", RecordsGenerator.bytes),
    ]
}
