// Values whose name is the value of another attribute or parameter.

extension CredentialScanner {
    /// The maximum distance between a name and its value.
    private static let maxDistance = 4096

    /// The maximum number of bytes from the name of a part to the end of its head.
    ///
    /// Each name without a head costs a search of this length.
    private static let maxHead = 512

    /// Hides the values of an HTML element whose name indicates a credential, such as
    /// `<input name="csrf_token" value="…">` and `<meta name="csrf-token" content="…">`.
    mutating func hideFieldValue(inTagFrom start: Int) {
        let limit = min(text.count, start + Self.maxDistance)
        var values: [Range<Int>] = []
        var isCredential = false
        var index = start
        while index < limit, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") {
            guard text[index] == UInt8(ascii: "="), let value = string(after: index, before: limit) else {
                index += 1
                continue
            }
            let name = String(decoding: self.name(before: index), as: UTF8.self).lowercased()
            if name == "name" || name == "id" {
                isCredential = isCredential || CredentialName.scope(of: text[value], in: .body) != nil
            } else if name == "value" || name == "content" {
                values.append(value)
            }
            index = value.upperBound + 1
        }
        if isCredential { values.forEach { hide(string: $0) } }
    }

    /// Hides the part of a form (RFC 7578 §4.2) whose name indicates a credential, and returns its end.
    ///
    /// - Parameters:
    ///   - separator: The offset of the equals sign after the name of a parameter.
    ///   - parameter: The name of the parameter.
    mutating func hidePart(namedAt separator: Int, _ parameter: ArraySlice<UInt8>) -> Int? {
        guard parameter.map(\.asciiLowercased) == Array("name".utf8), text[separator] == UInt8(ascii: "=") else {
            return nil
        }
        let line = text[max(0, parameter.startIndex - 200)..<parameter.startIndex].split { $0.isLineEnd }.last ?? []
        // A string may contain the form.
        guard String(decoding: line, as: UTF8.self).lowercased().contains("content-disposition:") else { return nil }
        let limit = min(text.count, separator + Self.maxDistance)
        guard let name = string(after: separator, before: limit),
            CredentialName.scope(of: text[name], in: .body) != nil
        else { return nil }
        var start = name.upperBound
        let headLimit = min(text.count, start + Self.maxHead)
        while start < headLimit, !text[start...].starts(with: "\n\n".utf8), !text[start...].starts(with: "\n\r\n".utf8)
        {
            start += 1
        }
        guard start < headLimit else { return nil }
        while start < text.count, text[start].isLineEnd { start += 1 }
        var end = start
        while end < text.count, !text[end...].starts(with: "\n--".utf8), !text[end...].starts(with: "\r\n--".utf8) {
            end += 1
        }
        hide(string: start..<end)
        return end
    }

    /// Returns the contents of the quoted string after a separator, or nil if there is none before a limit.
    private func string(after separator: Int, before limit: Int) -> Range<Int>? {
        var start = separator + 1
        while start < limit, text[start].isWhitespace { start += 1 }
        guard start < limit, text[start].isQuotationMark else { return nil }
        let end = text[(start + 1)..<limit].firstIndex(of: text[start]) ?? limit
        return end < limit ? start + 1..<end : nil
    }
}
