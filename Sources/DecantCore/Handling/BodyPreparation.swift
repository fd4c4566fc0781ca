/// A built-in step that runs before decoding.
package enum BodyPreparation: String, Sendable, Hashable, Codable, CaseIterable {
    /// Removes a UTF-8 byte-order mark and reports a finding.
    case byteOrderMark

    /// Removes a prefix of JSON that prevents cross-site script inclusion, and reports a finding.
    case xssiPrefix
}

extension BodyPreparation {
    /// Applies the step to a body.
    package func apply(to body: ResponseBytes, in context: inout DecodingContext) -> ResponseBytes {
        switch self {
        case .byteOrderMark:
            guard body.hasUTF8Mark else { return body }
            context.report(Finding(.byteOrderMark, .note, "a UTF-8 byte-order mark was removed", offset: 0))
            return body.dropFirst(3)
        case .xssiPrefix:
            return Self.withoutXSSIPrefix(body, in: &context)
        }
    }

    private static func withoutXSSIPrefix(_ body: ResponseBytes, in context: inout DecodingContext) -> ResponseBytes {
        let length = XSSIPrefix.length(in: body)
        guard length > 0 else { return body }
        let message = "a prefix of \(length.counted("byte")) against cross-site inclusion was removed"
        context.report(Finding(.xssiPrefix, .note, message, offset: body.start))
        return body.dropFirst(length)
    }
}

/// The prefixes that servers add to JSON to make it an invalid script.
package enum XSSIPrefix {
    /// The known prefixes; valid JSON begins with none of them.
    ///
    /// The whitespace and line ends after a prefix belong to it.
    private static let spellings: [[UInt8]] = [
        ")]}',", ")]}'", ")]}", "while(1);", "while (1);", "for(;;);", "for (;;);", "throw 1;", "{}&&", "{} &&",
        "&&&START&&&", "/*-secure-",
    ].map { Array($0.utf8) }

    /// Returns the length of the prefixes at the start of a body.
    ///
    /// - Parameter body: The bytes, after any byte-order mark.
    /// - Returns: The number of bytes of the prefixes and the whitespace after them; 0 without a prefix.
    package static func length(in body: ResponseBytes) -> Int {
        var position = 0
        while let spelling = spellings.first(where: { body.dropFirst(position).hasPrefix($0) }) {
            position += spelling.count
            while position < body.count, body[position].isWhitespace { position += 1 }
        }
        return position
    }
}
