/// A built-in step that is taken before decoding.
public enum BodyPreparation: String, Sendable, Hashable, Codable {
    /// Drops a UTF-8 byte-order mark, which is a finding.
    case byteOrderMark

    /// Drops a prefix that servers put before JSON against cross-site script inclusion, which is a finding.
    case xssiPrefix
}

extension BodyPreparation {
    /// Takes the step.
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

/// The prefixes that servers put before JSON so that it is not a valid script, in all their spellings.
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
    /// - Returns: The number of bytes of the prefix and the white space after it; 0 if there is none.
    package static func length(in body: ResponseBytes) -> Int {
        var position = 0
        while let spelling = spellings.first(where: { body.dropFirst(position).hasPrefix($0) }) {
            position += spelling.count
            while position < body.count, body[position].isWhiteSpace { position += 1 }
        }
        return position
    }
}
