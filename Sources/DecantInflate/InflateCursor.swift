// Why: the cursor is the state of one call, and the window carries output from one call to the next. The window keeps
// the last 32 KiB of output, because a match may refer to them after the caller has removed them. Its capacity is 4 KiB
// larger: small outputs are appended, and the contents move only once every 4 KiB. A whole stream in one call never
// needs a window.
//
// Bound of the cursor: `input` is at most `inputEnd`, and `output` at most `outputEnd`; a word is loaded only if eight
// bytes of input are left. `outputStart` is the first byte of output that can be read back. The bits above `bitCount`
// are zero, or equal the bytes that follow in the input; adding them again is harmless.
//
// Bound of the window: the memory has `capacity` bytes and `slack` more, which copies by words may read after the last.

/// The positions in the input and output of one call, and the bits that were read but not consumed.
@safe
struct InflateCursor {
    var bits: UInt64
    var bitCount: Int
    var input: UnsafePointer<UInt8>
    let inputStart: UnsafePointer<UInt8>
    let inputEnd: UnsafePointer<UInt8>
    var output: UnsafeMutablePointer<UInt8>
    let outputStart: UnsafeMutablePointer<UInt8>
    let outputEnd: UnsafeMutablePointer<UInt8>

    /// The start of the output of this call, which may follow output of earlier calls.
    let callStart: UnsafeMutablePointer<UInt8>

    /// The output position that makes the fast loop pause, to update checksums.
    var pause: UnsafeMutablePointer<UInt8>
}

/// The most recent output of earlier calls.
@safe
struct HistoryWindow: ~Copyable {
    /// The largest distance of a match (RFC 1951 §2).
    static let size = 32768

    /// The number of bytes that copies may read after the last one.
    static let slack = 32

    private static let capacity = size + 4096

    private var memory: UnsafeMutablePointer<UInt8>?

    /// The number of bytes; matches use only the last `size`.
    private(set) var count = 0

    init() {}

    deinit { unsafe memory?.deallocate() }
}

extension InflateCursor {
    /// Returns the offset of the byte that contains the bit after `skipped` others.
    func offset(skipping skipped: Int = 0) -> Int {
        unsafe ((input - inputStart) * 8 - bitCount + skipped) >> 3
    }
}

// MARK: - Unsafe

extension InflateCursor {
    var inputCount: Int { unsafe inputEnd - input }
    var outputCapacity: Int { unsafe outputEnd - output }
    /// Whether a pause is due.
    ///
    /// Never true without output capacity, because the next pause would be at the same position.
    var isAtPause: Bool { unsafe output >= pause && output < outputEnd }
    /// The number of bytes that can be read back.
    var readable: Int { unsafe output - outputStart }
    /// The number of bytes decoded in this call.
    var made: Int { unsafe output - callStart }

    /// Reads as many bits as fit, at least 56 if the input has them.
    mutating func fill() {
        if inputCount >= 8 {
            let word = unsafe UnsafeRawPointer(input).loadUnaligned(as: UInt64.self)
            bits |= UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: bitCount)
            unsafe input += (63 &- bitCount) >> 3
            bitCount |= 56
        } else {
            while bitCount < 56, unsafe input < inputEnd {
                bits |= unsafe UInt64(input.pointee) &<< UInt64(truncatingIfNeeded: bitCount)
                unsafe input += 1
                bitCount &+= 8
            }
        }
    }

    /// Returns whether a number of bits is available, after reading if necessary.
    mutating func has(_ count: Int) -> Bool {
        if bitCount < count { fill() }
        return bitCount >= count
    }

    /// Consumes available bits.
    mutating func drop(_ count: Int) {
        bits &>>= UInt64(truncatingIfNeeded: count)
        bitCount &-= count
    }

    /// Consumes and returns up to 32 available bits.
    mutating func consume(_ count: Int) -> Int {
        let value = Int(truncatingIfNeeded: bits & (1 << UInt64(truncatingIfNeeded: count) &- 1))
        drop(count)
        return value
    }

    /// Returns unconsumed whole bytes to the input.
    ///
    /// These bytes always belong to the input of this call: a call that ends with unusable bits has consumed all input,
    /// and the next use of these bits consumes every one of them.
    mutating func giveBack() {
        unsafe input -= bitCount >> 3
        bitCount &= 7
        bits &= 1 << UInt64(truncatingIfNeeded: bitCount) &- 1
    }
}

extension HistoryWindow {
    /// The end of the bytes; `count` bytes before it are readable.
    var end: UnsafePointer<UInt8>? {
        guard let memory = unsafe memory else { return nil }
        return unsafe UnsafePointer(memory + count)
    }

    /// Removes all bytes.
    mutating func removeAll() { count = 0 }

    /// Appends the output of a call.
    mutating func append(_ bytes: UnsafePointer<UInt8>, _ added: Int) {
        guard added > 0 else { return }
        let target = unsafe allocated()
        if added >= Self.size {
            unsafe target.update(from: bytes + (added - Self.size), count: Self.size)
            count = Self.size
            return
        }
        if count + added > Self.capacity {
            let kept = min(count, Self.size - added)
            unsafe target.update(from: target + (count - kept), count: kept)
            count = kept
        }
        if added == 1 {
            unsafe target[count] = bytes.pointee
        } else {
            unsafe (target + count).update(from: bytes, count: added)
        }
        count += added
    }

    private mutating func allocated() -> UnsafeMutablePointer<UInt8> {
        if let memory = unsafe memory { return unsafe memory }
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity + Self.slack)
        unsafe memory = new
        return unsafe new
    }
}
