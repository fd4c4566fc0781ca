/// The log of a server as a search in it answers: an array of entries, each minified on a line of its own.
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
            {"time":"\(Vocabulary.date(from: &source))","level":"\(level)","logger":"http.\(source.element(Vocabulary.words))",\
            "message":"\(message)\(quoted)","method":"\(method)",\
            "path":"\(path)","status":\(status),\
            "duration":\(source.number(0..<900)).\(source.number(100..<999)),\
            "trace":"\(Vocabulary.hexadecimal(32, from: &source))",\
            "user":\(user)}
            """
    }
}
