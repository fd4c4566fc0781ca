/// The SHA-256 of some bytes (FIPS 180-4), for the comparison with digests in a corpus.
public struct SHA256Digest: CustomStringConvertible {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// Digests bytes.
    ///
    /// - Parameter bytes: The bytes.
    public init(_ bytes: [UInt8]) {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        let bitCount = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        for start in stride(from: 0, to: message.count, by: 64) { absorb(message[start..<start + 64]) }
    }

    /// The digest in hexadecimal digits.
    public var description: String {
        state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private mutating func absorb(_ block: ArraySlice<UInt8>) {
        let schedule = Self.schedule(block)
        var v = state
        for round in 0..<64 {
            let sum1 = Self.rotated(v[4], 6) ^ Self.rotated(v[4], 11) ^ Self.rotated(v[4], 25)
            let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
            let first = v[7] &+ sum1 &+ choice &+ Self.constants[round] &+ schedule[round]
            let sum0 = Self.rotated(v[0], 2) ^ Self.rotated(v[0], 13) ^ Self.rotated(v[0], 22)
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
            v = [first &+ sum0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
        }
        for index in 0..<8 { state[index] &+= v[index] }
    }

    private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
        var words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + index * 4 + $1]) }
        }
        for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let sigma0 = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
            let sigma1 = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
            words.append(words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1)
        }
        return words
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes.map { prime in
        // 2^96 times the prime; the integer cube root of that is 2^32 times the root.
        let target = UInt128(prime) << 96
        var root = UInt128(0)
        for bit in (0..<36).reversed() {
            let candidate = root | (UInt128(1) << UInt128(bit))
            if candidate * candidate * candidate <= target { root = candidate }
        }
        return UInt32(truncatingIfNeeded: root)
    }

    private static let primes: [Int] = (2...311).filter { number in
        !(2..<number).contains { number.isMultiple(of: $0) }
    }
}
