import DecantCore
import DecantDocument

extension OpenStepScanner {
    /// What stands between `<` and `>`: data, or with a quirk a value with a type.
    mutating func angleBrackets() throws(PropertyListTextFault) {
        let place = text.position
        text.position += 1
        if quirks.contains(.gnustepValues) {
            if text.take(0x2A) { return try typedValue(from: place) }
            if text.take(0x5B) { return try base64(from: place) }
        }
        try data(from: place)
    }

    private mutating func data(from place: Int) throws(PropertyListTextFault) {
        let start = writer.pool.count
        while true {
            try text.skip()
            if text.take(0x3E) { return try writer.pooled(.pooledData, at: place, from: start) }
            guard let high = text.byte.hexadecimalValue, !text.isAtEnd else {
                throw fault("expected a hexadecimal digit or “>”")
            }
            text.position += 1
            try text.skip()
            guard let low = text.byte.hexadecimalValue else { throw fault("expected a second hexadecimal digit") }
            text.position += 1
            writer.pool(high << 4 | low)
        }
    }

    /// GNUstep's `<[…]>`.
    private mutating func base64(from place: Int) throws(PropertyListTextFault) {
        let start = writer.pool.count
        let first = text.position
        while text.byte != 0x5D {
            guard !text.isAtEnd else { throw fault("expected “]>”") }
            text.position += 1
        }
        guard writer.pool(base64: text.bytes(first..<text.position).span) else {
            throw PropertyListTextFault("expected data in base64", at: first)
        }
        text.position += 1
        guard text.take(0x3E) else { throw fault("expected “>”") }
        try writer.pooled(.pooledData, at: place, from: start)
    }
}
