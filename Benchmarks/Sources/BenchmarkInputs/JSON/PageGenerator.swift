/// A page of entries with nested users, some escapes and some nulls, of about 400 bytes each.
enum PageGenerator {
    static func bytes(entries: Int) -> [UInt8] {
        var source = RandomSource(seed: 2)
        let items = (1...entries).map { item($0, from: &source) }.joined(separator: ",")
        let text = """
            {"page":1,"per_page":\(entries),"total":131,"next":"https://api.example.org/items?page=2","items":[\(items)]}
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
