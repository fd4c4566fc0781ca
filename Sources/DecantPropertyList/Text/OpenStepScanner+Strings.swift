import DecantCore
import DecantDocument

extension OpenStepText {
    /// Goes behind a string, quoted or not, without looking at its escapes.
    mutating func skipString() throws(PropertyListTextFault) {
        let quote = byte
        guard quote == 0x22 || quote == 0x27 else {
            while byte.isOpenStepLetter { position += 1 }
            return
        }
        let beginning = position
        position += 1
        while !take(quote) {
            guard !isAtEnd else { throw PropertyListTextFault("the string is not closed", at: beginning) }
            position += byte == 0x5C ? 2 : 1
        }
    }
}

extension OpenStepScanner {
    /// A string, quoted or not.
    mutating func string(expected: String) throws(PropertyListTextFault) {
        let place = text.position
        let quote = text.byte
        if quote == 0x22 || quote == 0x27 { return try quoted(quote) }
        while text.byte.isOpenStepLetter { text.position += 1 }
        guard text.position > place else { throw fault("expected \(expected)") }
        try writer.string(at: place, length: text.position - place)
    }

    /// A string between quotation marks; if it has escapes, what they stand for goes into the pool.
    private mutating func quoted(_ quote: UInt8) throws(PropertyListTextFault) {
        let beginning = text.position
        text.position += 1
        let start = text.position
        while text.byte != quote, text.byte != 0x5C {
            guard !text.isAtEnd else { throw PropertyListTextFault("the string is not closed", at: beginning) }
            text.position += 1
        }
        guard text.byte == 0x5C else {
            try writer.string(at: start, length: text.position - start)
            text.position += 1
            return
        }
        let pooled = writer.pool.count
        writer.pool(text.bytes(start..<text.position))
        while !text.take(quote) {
            guard !text.isAtEnd else { throw PropertyListTextFault("the string is not closed", at: beginning) }
            if text.take(0x5C) {
                try escape()
            } else {
                writer.pool(text.byte)
                text.position += 1
            }
        }
        try writer.pooled(.pooledString, at: start, from: pooled)
    }

    /// What stands behind a reverse solidus.
    private mutating func escape() throws(PropertyListTextFault) {
        let byte = text.byte
        guard !text.isAtEnd else { throw PropertyListTextFault("the escape is not complete", at: text.position) }
        switch byte {
        case 0x30...0x37: octal()
        case 0x55: try unicode()
        default:
            // Any other character stands for itself, `u` and `x` too.
            text.position += 1
            writer.pool(Self.controls[byte] ?? byte)
        }
    }

    private static let controls: [UInt8: UInt8] = [
        0x61: 0x07, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09, 0x76: 0x0B,
    ]

    /// One to three octal digits: a character of NeXT's charset.
    private mutating func octal() {
        var value = 0
        var digits = 0
        while digits < 3, (0x30...0x37).contains(text.byte) {
            value = value * 8 + Int(text.byte - 0x30)
            digits += 1
            text.position += 1
        }
        pool(NeXTSTEPCharset.scalar(for: UInt8(truncatingIfNeeded: value)))
    }

    /// One to four hexadecimal digits: a unit of UTF-16, two of which may be a pair of surrogates.
    private mutating func unicode() throws(PropertyListTextFault) {
        let place = text.position - 1
        text.position += 1
        guard var value = digits(atMost: 4) else { throw fault("expected a hexadecimal digit") }
        if value & 0xFC00 == 0xD800, text.take(0x5C), text.take(0x55), let low = digits(atMost: 4),
            low & 0xFC00 == 0xDC00
        {
            value = (value & 0x3FF) << 10 + (low & 0x3FF) + 0x10000
        }
        guard let scalar = Unicode.Scalar(value) else { throw PropertyListTextFault("a lone surrogate", at: place) }
        pool(scalar)
    }

    private mutating func digits(atMost limit: Int) -> UInt32? {
        var value: UInt32?
        for _ in 0..<limit {
            guard let digit = text.byte.hexadecimalValue else { break }
            value = (value ?? 0) << 4 | UInt32(digit)
            text.position += 1
        }
        return value
    }

    private mutating func pool(_ scalar: Unicode.Scalar) { writer.pool(Array(String(scalar).utf8)) }
}
