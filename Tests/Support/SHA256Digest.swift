import Foundation

/// The SHA-256 of some bytes (FIPS 180-4), for comparison with the digests in a corpus.
///
/// The rounds avoid arrays, because a corpus has many pixels and tests are not optimized.
public struct SHA256Digest: CustomStringConvertible {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// Digests bytes.
    public init(_ bytes: [UInt8]) {
        var end = Array(bytes.suffix(bytes.count % 64)) + [0x80]
        while end.count % 64 != 56 { end.append(0) }
        let bitCount = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) { end.append(UInt8(truncatingIfNeeded: bitCount >> shift)) }
        absorb(bytes, bytes.count / 64)
        absorb(end, end.count / 64)
    }

    /// The digest in hexadecimal digits.
    public var description: String {
        state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private mutating func absorb(_ bytes: [UInt8], _ blocks: Int) {
        var schedule = [UInt32](repeating: 0, count: 64)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe Self.constants.withUnsafeBufferPointer { constants in
                unsafe schedule.withUnsafeMutableBufferPointer { schedule in
                    var block = 0
                    while block < blocks {
                        unsafe Self.fill(schedule, bytes, block &* 64)
                        unsafe round(schedule, constants)
                        block &+= 1
                    }
                }
            }
        }
    }

    private static func fill(
        _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Int
    ) {
        var index = 0
        while index < 16 {
            let offset = start &+ index &* 4
            let high = unsafe UInt32(bytes[offset]) &<< 24 | UInt32(bytes[offset &+ 1]) &<< 16
            unsafe schedule[index] = high | UInt32(bytes[offset &+ 2]) &<< 8 | UInt32(bytes[offset &+ 3])
            index &+= 1
        }
        while index < 64 {
            let a = unsafe schedule[index &- 15]
            let b = unsafe schedule[index &- 2]
            let sigma0 = (a &>> 7 | a &<< 25) ^ (a &>> 18 | a &<< 14) ^ a &>> 3
            let sigma1 = (b &>> 17 | b &<< 15) ^ (b &>> 19 | b &<< 13) ^ b &>> 10
            unsafe schedule[index] = schedule[index &- 16] &+ sigma0 &+ schedule[index &- 7] &+ sigma1
            index &+= 1
        }
    }

    private mutating func round(
        _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        var index = 0
        while index < 64 {
            let sum1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
            let choice = (e & f) ^ (~e & g)
            let first = unsafe h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
            let sum0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            h = g
            g = f
            f = e
            e = d &+ first
            d = c
            c = b
            b = a
            a = first &+ sum0 &+ majority
            index &+= 1
        }
        let added = [a, b, c, d, e, f, g, h]
        for index in 0..<8 { state[index] &+= added[index] }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes.map { prime in
        // The root has 3 bits before the point, so a double has 50 after it.
        UInt32(truncatingIfNeeded: UInt64(cbrt(Double(prime)) * 4_294_967_296))
    }

    private static let primes: [Int] = (2...311).filter { number in
        !(2..<number).contains { number.isMultiple(of: $0) }
    }
}
