import Crypto
import Decant

/// The SHA-256 of the event lines of a JSON value.
///
/// There is a line for each event, with a line feed between two of them: brackets and braces stand for themselves; `k:` and
/// `s:` come before the UTF-8 of a name and of a string in hexadecimal digits, `n:` before the binary64 of a number, big
/// endian; `t`, `f` and `z` stand for true, false and null. The lines are hashed as they are made.
struct JSONDigest {
    private static let chunkSize = 1 << 16

    private var hash = SHA256()
    private var buffer: [UInt8] = []

    /// Hashes the lines of a value.
    static func digest(of value: JSON) -> SHA256.Digest {
        var digest = JSONDigest()
        var isFirst = true
        for event in JSONEvents(value) {
            if !isFirst { digest.buffer.append(0x0A) }
            isFirst = false
            digest.append(event)
        }
        digest.hash.update(data: digest.buffer)
        return digest.hash.finalize()
    }

    private mutating func append(_ event: JSONEvent) {
        switch event {
        case .beginObject: append("{")
        case .endObject: append("}")
        case .beginArray: append("[")
        case .endArray: append("]")
        case .name(let text): append("k:", hexadecimal: text.utf8)
        case .string(let text): append("s:", hexadecimal: text.utf8)
        case .number(let number): append("n:", hexadecimal: Self.bytes(of: number.double))
        case .boolean(let value): append(value ? "t" : "f")
        case .null: append("z")
        }
        guard buffer.count >= Self.chunkSize else { return }
        hash.update(data: buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ text: StaticString, hexadecimal bytes: some Sequence<UInt8> = [UInt8]()) {
        buffer.append(contentsOf: text.description.utf8)
        for byte in bytes {
            buffer.append(Self.digit(byte >> 4))
            buffer.append(Self.digit(byte & 0x0F))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }

    private static func bytes(of number: Double) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64($0)) }
    }
}
