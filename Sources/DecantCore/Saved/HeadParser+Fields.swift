internal import HTTPTypes

extension HeadParser {
    /// RFC 9112 §5: field lines up to the empty line, or up to the end of the bytes.
    mutating func fieldSection() throws(ResponseError) -> HTTPFields {
        var fields = HTTPFields()
        while true {
            let start = lines.position
            let line = try line()
            if line.content.isEmpty {
                if line.isCut { noteMissingEnd() }
                return fields
            }
            guard fields.count < lines.limits.fieldCount else {
                let message = "the head has more than \(lines.limits.fieldCount) fields"
                throw ResponseError(.limitExceeded, message, offset: start, limit: .fieldCount)
            }
            fields.append(try field(line.content))
        }
    }

    /// RFC 9112 §5: `field-line = field-name ":" OWS field-value OWS`.
    private mutating func field(_ line: Range<Int>) throws(ResponseError) -> HTTPField {
        var position = line.lowerBound
        let name = try fieldName(&position, line.upperBound)
        try colon(after: name, &position, line.upperBound)
        var value = try fieldValue(position..<line.upperBound)
        try unfold(into: &value, from: line.lowerBound)
        return HTTPField(name: name, lenientValue: value)
    }

    /// RFC 9110 §5.1: `field-name = token`.
    private func fieldName(_ position: inout Int, _ end: Int) throws(ResponseError) -> HTTPField.Name {
        let start = position
        while position < end, bytes[position].isToken { position += 1 }
        let text = String(decoding: bytes.slice(start..<position), as: UTF8.self)
        guard let name = HTTPField.Name(text) else {
            throw ResponseError(.malformedHead, "a field begins with its name", offset: position)
        }
        return name
    }

    /// RFC 9112 §5.1: white space in front of the colon is to be removed from responses.
    private mutating func colon(
        after name: HTTPField.Name,
        _ position: inout Int,
        _ end: Int
    ) throws(ResponseError) {
        let start = position
        while position < end, bytes[position].isOptionalWhiteSpace { position += 1 }
        guard position < end, bytes[position] == 0x3A else {
            throw ResponseError(.malformedHead, "a colon has to follow the name of a field", offset: start)
        }
        if position > start {
            let message = "white space stands between the name \(name) and its colon"
            findings.append(Finding(.irregularHead, .warning, message))
        }
        position += 1
    }

    /// RFC 9110 §5.5: the value without white space around it.
    ///
    /// A zero byte is refused; other control characters stay.
    private mutating func fieldValue(_ range: Range<Int>) throws(ResponseError) -> [UInt8] {
        try rejectZeroBytes(in: range)
        var range = range
        while let first = range.first, bytes[first].isOptionalWhiteSpace { range.removeFirst() }
        while let last = range.last, bytes[last].isOptionalWhiteSpace { range.removeLast() }
        if let place = range.first(where: { bytes[$0].isControl }) {
            findings.append(Finding(.irregularHead, .warning, "a control character in a field, at byte \(place)"))
        }
        return Array(bytes.slice(range))
    }

    /// RFC 9112 §5.2: `obs-fold = OWS CRLF RWS`, which is replaced by one space.
    private mutating func unfold(into value: inout [UInt8], from start: Int) throws(ResponseError) {
        var count = 0
        while let byte = lines.next, byte.isOptionalWhiteSpace {
            let line = try line(foldedFrom: start)
            let continuation = try fieldValue(line.content)
            if !value.isEmpty, !continuation.isEmpty { value.append(0x20) }
            value += continuation
            count += 1
        }
        guard count > 0 else { return }
        findings.append(Finding(.irregularHead, .note, "a field is folded over \(count + 1) lines"))
    }

    func rejectZeroBytes(in range: Range<Int>) throws(ResponseError) {
        guard let place = range.first(where: { bytes[$0] == 0 }) else { return }
        throw ResponseError(.malformedHead, "a zero byte in the head", offset: place)
    }

    private mutating func noteMissingEnd() {
        findings.append(Finding(.irregularHead, .warning, "the head does not end with an empty line"))
    }
}
