import Foundation

extension InputFile {
    /// The example files that many JSON libraries measure, with their paths beside the corpora.
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

    /// The names of the missing example files.
    package static var missingJSON: [String] {
        examples.map(\.name).filter { example($0) == nil }
    }

    /// Returns every available file, in ascending order of size.
    ///
    /// - Parameter names: The names of the requested files; all if empty.
    /// - Returns: The files, generated or read.
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
        ("doubles", "one array of 8,000 numbers of 15 to 17 digits", NumbersGenerator.doubles),
        ("members", "one object of 20,000 short members", NumbersGenerator.members),
        ("account", "one object of 33 members, names in snake case", SnakeCaseGenerator.account),
        ("snake1k", "1,000 objects of 10 members, names in snake case", SnakeCaseGenerator.rows),
        ("records50", "an array of records of 11 fields, one a line", RecordsGenerator.bytes),
    ]
}

/// A response of about 200 bytes with the data of one account.
enum AccountGenerator {
    static func bytes() -> [UInt8] {
        let text = """
            {"id":482913,"login":"ada-lind","name":"Ada Lind","email":"ada@example.org","admin":false,\
            "balance":1284.75,"created_at":"2024-03-18T09:41:22Z","tags":["staff","beta","early"],\
            "manager":null,"visits":1731}
            """
        return Array(text.utf8)
    }
}

/// The result of a search in a server log: an array of entries, each minified on its own line.
enum LogsGenerator {
    static func bytes() -> [UInt8] {
        var source = RandomSource(seed: 11)
        let lines = (0..<4000).map { entry($0, from: &source) }.joined(separator: ",\n")
        return Array("[\(lines)]\n".utf8)
    }

    private static func entry(_ number: Int, from source: inout RandomSource) -> String {
        let level = source.element(["debug", "info", "info", "info", "notice", "warning", "error"])
        let path = "/\(source.element(Vocabulary.words))/\(source.number(1..<99_999))"
        let message = Vocabulary.sentence(source.number(2..<14), from: &source)
        let quoted = source.chance(20) ? ": \\\"\(source.element(Vocabulary.words))\\\"\\n" : ""
        let method = source.element(["GET", "POST", "PUT", "DELETE"])
        let status = source.element([200, 201, 204, 304, 400, 404, 500])
        let user = source.chance(30) ? "null" : "\"user\(source.number(10..<99_999))\""
        return """
            {"time":"\(Vocabulary.date(from: &source))","level":"\(level)",\
            "logger":"http.\(source.element(Vocabulary.words))",\
            "message":"\(message)\(quoted)","method":"\(method)",\
            "path":"\(path)","status":\(status),\
            "duration":\(source.number(0..<900)).\(source.number(100..<999)),\
            "trace":"\(Vocabulary.hexadecimal(32, from: &source))",\
            "user":\(user)}
            """
    }
}

/// A page of entries of about 400 bytes, with nested users, some escapes, and some nulls.
enum PageGenerator {
    static func bytes(entries: Int) -> [UInt8] {
        var source = RandomSource(seed: 2)
        let items = (1...entries).map { item($0, from: &source) }.joined(separator: ",")
        let text = """
            {"page":1,"per_page":\(entries),"total":131,"next":"https://api.example.org/items?page=2",\
            "items":[\(items)]}
            """
        return Array(text.utf8)
    }

    private static func item(_ number: Int, from source: inout RandomSource) -> String {
        let body =
            source.chance(70) ? "\"\(Vocabulary.sentence(4, from: &source)):\\n\\t\\\"quoted\\\" and so on\"" : "null"
        let assignee = source.chance(40) ? user(from: &source) : "null"
        return """
            {"id":\(source.number(100_000..<999_999)),"title":"\(Vocabulary.sentence(5, from: &source))",\
            "state":"\(source.chance(60) ? "open" : "closed")","locked":\(source.chance(20)),\
            "comments":\(source.number(0..<60)),"score":\(source.number(0..<900)).\(source.number(1..<99)),\
            "labels":["\(source.element(Vocabulary.words))","\(source.element(Vocabulary.words))"],\
            "author":\(user(from: &source)),"assignee":\(assignee),\
            "created_at":"\(Vocabulary.date(from: &source))","body":\(body)}
            """
    }

    private static func user(from source: inout RandomSource) -> String {
        let name = source.element(Vocabulary.names)
        return """
            {"id":\(source.number(1000..<99_999)),"login":"user\(source.number(10..<99))","name":"\(name)",\
            "email":\(source.chance(50) ? "\"u@example.org\"" : "null"),"admin":\(source.chance(10))}
            """
    }
}

/// An export of 50 MB: an array of records of 11 fields, each minified on its own line.
///
/// It stays below the default limits on the bytes of a body and on the number of values.
package enum RecordsGenerator {
    package static func bytes() -> [UInt8] {
        bytes(atLeast: 50_000_000)
    }

    /// Returns records until there are enough bytes.
    package static func bytes(atLeast size: Int) -> [UInt8] {
        var source = RandomSource(seed: 50)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 1024)
        var number = 0
        while bytes.count < size {
            bytes.append(contentsOf: number == 0 ? "[".utf8 : ",\n".utf8)
            append(number, to: &bytes, from: &source)
            number += 1
        }
        bytes.append(contentsOf: "]".utf8)
        return bytes
    }

    private static func append(_ number: Int, to bytes: inout [UInt8], from source: inout RandomSource) {
        func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
        add("{\"id\":\(number),\"guid\":\"\(Vocabulary.hexadecimal(32, from: &source))\"")
        add(",\"name\":\"\(source.element(Vocabulary.names))\",\"age\":\(source.number(18..<90))")
        add(",\"balance\":\(source.number(0..<99_999)).\(source.number(10..<99)),\"active\":\(source.chance(70))")
        add(",\"latitude\":\(source.number(-89..<89)).\(source.number(100_000..<999_999))")
        add(",\"parent\":\(source.chance(50) ? String(source.number(0..<1_000_000)) : "null")")
        add(",\"registered\":\"\(Vocabulary.date(from: &source))\"")
        add(",\"tags\":[\"\(source.element(Vocabulary.words))\",\"\(source.element(Vocabulary.words))\"]")
        add(",\"about\":\"\(Vocabulary.sentence(5, from: &source))\"}")
    }
}

/// Texts of a single container with numbers.
enum NumbersGenerator {
    static func doubles() -> [UInt8] {
        var source = RandomSource(seed: 13)
        let numbers = (0..<8000).map { _ in
            "\(source.number(-180..<180)).\(source.number(1_000_000_000_000..<999_999_999_999_999))"
        }
        return Array("[\(numbers.joined(separator: ","))]".utf8)
    }

    static func members() -> [UInt8] {
        Array("{\((0..<20_000).map { "\"k\($0)\":\($0 % 10)" }.joined(separator: ","))}".utf8)
    }
}

/// A table of strings of up to 12 letters, like a spreadsheet or a list of translations.
enum ShortStringsGenerator {
    /// The letters of the strings; member names are ASCII.
    enum Letters {
        case ascii, nonASCII
    }

    private static let ascii = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_./")
    private static let twoBytes = Array("абвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω")
    private static let threeBytes = Array("日本語東京大阪水火木金土春夏秋冬あいうえおかきくけこ가나다라마바사")

    static func bytes(_ letters: Letters) -> [UInt8] {
        var source = RandomSource(seed: 7)
        let rows = (0..<6000).map { _ in row(letters, from: &source) }.joined(separator: ",")
        return Array("[\(rows)]".utf8)
    }

    private static func row(_ letters: Letters, from source: inout RandomSource) -> String {
        let names = ["code", "name", "group", "city", "country", "unit", "note"]
        let members = names.map { "\"\($0)\":\"\(cell(letters, from: &source))\"" }
        let tags = (0..<source.number(0..<5)).map { _ in "\"\(cell(letters, from: &source))\"" }.joined(separator: ",")
        return "{\(members.joined(separator: ",")),\"tags\":[\(tags)]}"
    }

    private static func cell(_ letters: Letters, from source: inout RandomSource) -> String {
        let alphabet: [Character] =
            switch letters {
            case .ascii: ascii
            case .nonASCII: source.chance(50) ? twoBytes : threeBytes
            }
        return String((0..<source.number(0..<13)).map { _ in source.element(alphabet) })
    }
}
