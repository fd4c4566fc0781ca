// Why: strings are unescaped straight into the storage of the new string, many bytes at a time.
//
// Bound: the scanner has validated the string, so every escape is complete and every surrogate has its partner. No escape
// is shorter than what it stands for, so that writing never overtakes reading and `target`, which has room for as many
// bytes as `source` has and 16 more, never overflows. Runs are loaded and stored by 16 bytes, which reach at most 15
// bytes beyond the string: in the body there is slack behind it. Every other access is tested against the counts in debug
// builds.

internal import CDecantScan

/// Resolves the escapes of a validated string.
@safe
struct UnsafeJSONUnescaper {
    private let source: UnsafeBufferPointer<UInt8>
    private let target: UnsafeMutableBufferPointer<UInt8>
    private var read = 0
    private var written = 0

    /// How many bytes more than the string has must be readable behind it, and must fit into the target.
    static let slack = 16

    /// Takes the bytes of a validated string, and room for as many and the slack.
    init(_ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>) {
        precondition(target.count >= source.count + Self.slack)
        unsafe self.source = source
        unsafe self.target = target
    }

    /// Writes the text.
    ///
    /// - Returns: The number of bytes written.
    mutating func run() -> Int {
        while unsafe read < source.count {
            copyRun()
            while unsafe read < source.count, unsafe source[read] == 0x5C { resolve() }
        }
        // The last run may have gone beyond the end.
        return unsafe written &- (read &- source.count)
    }

    /// Copies what is in front of the next backslash, 16 bytes at a time.
    ///
    /// Going on by a constant, and not by the number of bytes before the backslash, lets the processor run ahead.
    @inline(__always)
    private mutating func copyRun() {
        let from = unsafe UnsafeRawPointer(source.baseAddress.unsafelyUnwrapped)
        let to = unsafe UnsafeMutableRawPointer(target.baseAddress.unsafelyUnwrapped)
        while unsafe read < source.count {
            #if arch(x86_64) || arch(arm64)
            let length = unsafe decant_json_copy_to_escape(from + read, to + written)
            #else
            let length = unsafe Self.copyToEscape(from + read, to: to + written)
            #endif
            if length != 16 { return skip(length) }
            skip(16)
        }
    }

    /// The same by bytes, for processors that the header does not know.
    static func copyToEscape(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> Int {
        unsafe target.copyMemory(from: source, byteCount: 16)
        return (0..<16).first { unsafe source.load(fromByteOffset: $0, as: UInt8.self) == 0x5C } ?? 16
    }

    @inline(__always)
    private mutating func skip(_ length: Int) {
        read &+= length
        written &+= length
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        unsafe target[written] = byte
        written &+= 1
    }

    @inline(__always)
    private mutating func resolve() {
        let letter = unsafe source[read &+ 1]
        read &+= 2
        switch letter {
        case 0x62: put(0x08)
        case 0x66: put(0x0C)
        case 0x6E: put(0x0A)
        case 0x72: put(0x0D)
        case 0x74: put(0x09)
        case 0x75: putUnit()
        default: put(letter)
        }
    }

    @inline(__always)
    private func unit(at position: Int) -> UInt32 {
        let characters = unsafe UnsafeRawPointer(source.baseAddress.unsafelyUnwrapped)
            .loadUnaligned(fromByteOffset: position, as: UInt32.self)
        return JSONEscape.validUnit(in: UInt32(littleEndian: characters))
    }

    @inline(__always)
    private mutating func putUnit() {
        var scalar = unit(at: read)
        read &+= 4
        if scalar & 0xFC00 == 0xD800 {
            scalar = 0x10000 &+ (scalar & 0x3FF) << 10 &+ (unit(at: read &+ 2) & 0x3FF)
            read &+= 6
        }
        put(scalar: scalar)
    }

    @inline(__always)
    private mutating func put(scalar: UInt32) {
        if scalar < 0x80 {
            put(UInt8(truncatingIfNeeded: scalar))
            return
        }
        if scalar < 0x800 {
            put(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
        } else if scalar < 0x10000 {
            put(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
        } else {
            put(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
        }
        put(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
}
