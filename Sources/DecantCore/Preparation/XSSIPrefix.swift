/// The prefixes that servers put before JSON so that it is no script, in all their spellings.
package enum XSSIPrefix {
    /// Each is followed by white space or a line end of any kind, which belongs to it.
    ///
    /// None begins a JSON text.
    private static let spellings: [[UInt8]] = [
        ")]}',", ")]}'", ")]}", "while(1);", "while (1);", "for(;;);", "for (;;);", "throw 1;", "{}&&", "{} &&",
        "&&&START&&&", "/*-secure-",
    ].map { Array($0.utf8) }

    /// Finds a prefix.
    ///
    /// - Parameter body: The bytes, after any byte-order mark.
    /// - Returns: The number of bytes of the prefix and the white space behind it; 0 if there is none.
    package static func length(in body: ResponseBody) -> Int {
        var position = 0
        while let spelling = spellings.first(where: { body.dropFirst(position).hasPrefix($0) }) {
            position += spelling.count
            while position < body.count, [0x20, 0x09, 0x0A, 0x0D].contains(body[position]) { position += 1 }
        }
        return position
    }
}
