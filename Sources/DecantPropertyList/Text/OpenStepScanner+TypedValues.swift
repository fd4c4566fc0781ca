import DecantDocument
import DecantCore

extension OpenStepScanner {
    /// GNUstep's `<*I1>`, `<*R1.5>`, `<*BY>` and `<*D2001-01-01 00:00:00 +0000>`; the value may stand in quotation marks.
    mutating func typedValue(from place: Int) throws(PropertyListTextFault) {
        let type = text.byte
        guard !text.isAtEnd else { throw fault("expected the type of a value") }
        text.position += 1
        let content = try typedContent()
        switch type {
        case 0x49:
            guard let value = PropertyListNumbers.decimal(content.span) else { throw malformed("an integer", place) }
            try writer.integer(value, at: place)
        case 0x52:
            guard let value = PropertyListNumbers.real(content.span) else { throw malformed("a number", place) }
            try writer.number(.real, value, at: place)
        case 0x42:
            guard content == [0x59] || content == [0x4E] else { throw malformed("Y or N", place) }
            try writer.write(content == [0x59] ? .true : .false, at: place)
        case 0x44:
            guard let date = PropertyListDate.gnustep(content.span) else { throw malformed("a date", place) }
            try writer.number(.date, date, at: place)
        default: throw PropertyListTextFault("expected I, R, B or D as the type of a value", at: place)
        }
    }

    private mutating func typedContent() throws(PropertyListTextFault) -> ArraySlice<UInt8> {
        let isQuoted = text.take(0x22)
        let start = text.position
        while text.byte != (isQuoted ? 0x22 : 0x3E) {
            guard !text.isAtEnd else { throw fault("expected the end of a value") }
            text.position += 1
        }
        let content = text.bytes(start..<text.position)
        text.position += 1
        guard !isQuoted || text.take(0x3E) else { throw fault("expected “>”") }
        return content
    }

    private func malformed(_ expected: String, _ place: Int) -> PropertyListTextFault {
        PropertyListTextFault("expected \(expected) in a value with a type", at: place)
    }
}
