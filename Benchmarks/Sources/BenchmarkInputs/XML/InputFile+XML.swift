extension InputFile {
    /// Every XML text, the smaller first.
    ///
    /// - Parameter names: The names of those wanted; all if empty.
    /// - Returns: The files, generated.
    package static func xml(named names: [String] = []) -> [InputFile] {
        generated(
            [
                ("soap2k", "a SOAP reply: five namespaces, short texts, indented", ReplyGenerator.bytes),
                ("feed1m", "an RSS feed: HTML in CDATA and in references, long texts", FeedGenerator.bytes),
                ("map20m", "a map of nodes and ways: attributes and hardly any text", MapGenerator.bytes),
            ],
            named: names
        )
    }
}
