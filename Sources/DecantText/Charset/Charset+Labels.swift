package import DecantCore

extension Charset {
    /// The name that the standard gives to encodings nobody may decode: their text can hide ASCII (§4.3).
    private static let replacement = "replacement"

    private static let names: [Substring: String] = {
        var names: [Substring: String] = [:]
        for line in CodedTables.labels.split(separator: "\n") {
            let words = line.split(separator: " ")
            for label in words.dropFirst() { names[label] = String(words[0]) }
        }
        return names
    }()

    /// The name of the encoding that a label means (WHATWG Encoding §4.2); `replacement` is one of them.
    static func name(forLabel label: String) -> String? {
        let trimmed = label.utf8.drop(while: isWhiteSpace)
        guard let end = trimmed.lastIndex(where: { !isWhiteSpace($0) }) else { return nil }
        let bytes = trimmed[...end].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return names[Substring(String(decoding: bytes, as: UTF8.self))]
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    /// Finds the encoding that a label means, or says what is wrong with the label.
    ///
    /// - Parameter label: A label that someone chose.
    /// - Returns: The encoding.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/unknownCharset``.
    package static func labelled(_ label: String) throws(ResponseError) -> Charset {
        guard let charset = Charset(label: label) else {
            throw ResponseError(.unknownCharset, complaint(about: label))
        }
        return charset
    }

    static func complaint(about label: String) -> String {
        let shown = label.excerpt(64)
        return switch name(forLabel: label) {
        case replacement?: "text in “\(shown)” is not decoded, since that charset can hide other text"
        default: "the charset “\(shown)” is not known"
        }
    }
}
