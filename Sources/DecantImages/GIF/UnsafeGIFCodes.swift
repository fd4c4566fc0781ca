// Why: an LZW code represents a string of indices. Each string is copied from its earlier occurrence in the output,
// eight bytes at a time, and codes are extracted from a word of eight bytes.
//
// Encoding: for each code, the offset of its string in the output, and its length. The string of a new code is the
// string of the previous code plus one index, which is exactly the output from the offset of the previous code. For the
// indices 7 7 7 with 8 values, the codes are 7 and 10: 7 is written at 0; 10 is new, and is the string at 0 of length
// 2.
//
// Bound: the output has `count` bytes and 16 more; a string is clipped at `count`, and copying by words writes at most
// 7 bytes after its end. An offset and a length are read only for codes that were written since the last clear code.
// The buffer has 8 more bytes than were read into it, which allows loading a word at the start of any code.

import DecantCore

/// A decompressor of GIF frames (GIF89a Appendix F), one at a time.
@safe
final class UnsafeGIFCodes {
    /// The result of decoding the data of a frame.
    enum Outcome {
        case complete
        /// The data ends too early, after some indices.
        case short
        /// The file ends within the data.
        case cut
        /// The data has an undefined code.
        case badCode
    }

    /// The codes that are assigned since the last clear code.
    private struct AssignedCodes {
        /// The next code to assign.
        private(set) var next: Int
        /// The number of bits of a code, and a mask with as many bits.
        private(set) var width: Int
        private(set) var mask: Int

        init(_ codeSize: Int) {
            next = 1 << codeSize + 2
            width = codeSize + 1
            mask = 1 << width - 1
        }

        /// Assigns a code; the codes after the last one of a width have one more bit.
        mutating func add() {
            next &+= 1
            if next == 1 << width, width < 12 {
                width &+= 1
                mask = 1 << width - 1
            }
        }
    }

    private static let bufferSize = 1 << 16
    private static let codeCount = 4096
    /// For each code, the offset of its string in the lower half of a word, and its length in the upper half.
    private let strings = UnsafeMutablePointer<UInt64>.allocate(capacity: codeCount)
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: bufferSize + 16)
    /// The number of bytes in the buffer.
    private var filled = 0
    /// The offset of the next block.
    private(set) var position = 0
    private var isEnd = false
    private var isCut = false
    /// The number of decoded indices.
    private(set) var count = 0

    init() {
        unsafe strings.initialize(repeating: 0, count: Self.codeCount)
        unsafe buffer.initialize(repeating: 0, count: Self.bufferSize + 16)
    }

    deinit {
        unsafe strings.deallocate()
        unsafe buffer.deallocate()
    }

    /// Decompresses one frame; `output` must have capacity for its indices and 16 more bytes.
    func decode(_ frame: GIFFrame, _ bytes: ImageBytes, into output: UnsafeMutableBufferPointer<UInt8>) -> Outcome {
        let expected = frame.area.width * frame.area.height
        precondition(output.count >= expected + 16)
        position = frame.data
        filled = 0
        isEnd = false
        isCut = false
        count = 0
        let outcome = unsafe bytes.withUnsafeBytes { source in
            unsafe run(frame.codeSize, source, UnsafeMutableBufferPointer(rebasing: output[..<expected]))
        }
        if !isEnd {
            while position < bytes.count, bytes[position] > 0 { position += 1 + Int(bytes[position]) }
            position = min(position + 1, bytes.count)
        }
        return outcome
    }

    /// Moves the bytes from `used` on to the start of the buffer, and appends whole blocks.
    private func fill(from source: UnsafeBufferPointer<UInt8>, used: Int) {
        filled -= used
        unsafe buffer.update(from: buffer + used, count: filled)
        while !isEnd, filled + 256 <= Self.bufferSize {
            guard position < source.count else {
                isCut = true
                isEnd = true
                break
            }
            let size = unsafe Int(source[position])
            position += 1
            if size == 0 {
                isEnd = true
                break
            }
            let present = min(size, source.count - position)
            unsafe (buffer + filled).update(from: source.firstAddress + position, count: present)
            filled += present
            position += present
        }
        unsafe (buffer + filled).update(repeating: 0, count: 8)
    }

    private func run(
        _ codeSize: Int,
        _ source: UnsafeBufferPointer<UInt8>,
        _ target: UnsafeMutableBufferPointer<UInt8>
    ) -> Outcome {
        let clear = 1 << codeSize
        let output = unsafe target.firstAddress
        let strings = unsafe self.strings
        let buffer = unsafe self.buffer
        var codes = AssignedCodes(codeSize)
        var bit = 0
        var made = 0
        // The offset of the previous code's string, or -1 after a clear code.
        var before = -1
        var beforeLength = 0
        defer { count = made }
        while made < target.count {
            if bit + codes.width > filled * 8 {
                guard !isEnd else { return isCut ? .cut : .short }
                unsafe fill(from: source, used: bit >> 3)
                bit &= 7
                continue
            }
            let code = unsafe Self.bits(buffer, at: bit) & codes.mask
            bit &+= codes.width
            let offset = made
            var size = 1
            if code < clear {
                // A palette has at most 256 colors, although the first codes may have more bits.
                guard code < 256 else { return .badCode }
                unsafe output[made] = UInt8(truncatingIfNeeded: code)
                made &+= 1
            } else if code == clear {
                codes = AssignedCodes(codeSize)
                before = -1
                continue
            } else if code == clear + 1 {
                return .short
            } else {
                guard before >= 0, code <= codes.next else { return .badCode }
                var from = before
                size = beforeLength &+ 1
                if code < codes.next {
                    let string = unsafe strings[code]
                    from = Int(truncatingIfNeeded: string & 0xFFFF_FFFF)
                    size = Int(truncatingIfNeeded: string >> 32)
                }
                size = min(size, target.count &- made)
                unsafe Self.copy(output + from, output + made, size, distance: made &- from)
                made &+= size
            }
            if before >= 0, codes.next < Self.codeCount {
                unsafe strings[codes.next] = Self.string(at: before, length: beforeLength &+ 1)
                codes.add()
            }
            before = offset
            beforeLength = size
        }
        return .complete
    }

    /// Returns at least 57 bits of the buffer; the code at the offset in bits is lowest.
    private static func bits(_ buffer: UnsafePointer<UInt8>, at offset: Int) -> Int {
        let word = unsafe UnsafeRawPointer(buffer + offset >> 3).loadUnaligned(as: UInt64.self)
        return Int(truncatingIfNeeded: UInt64(littleEndian: word) >> UInt64(offset & 7))
    }

    /// Returns the word for a string in the output.
    private static func string(at offset: Int, length: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: offset) | UInt64(truncatingIfNeeded: length) << 32
    }

    /// Copies a string forward; source and target may overlap.
    private static func copy(
        _ source: UnsafeMutablePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ size: Int,
        distance: Int
    ) {
        var index = 0
        if distance >= 8 {
            while index < size {
                let word = unsafe UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
                unsafe UnsafeMutableRawPointer(target + index).storeBytes(of: word, as: UInt64.self)
                index &+= 8
            }
        } else {
            while index < size {
                unsafe target[index] = source[index]
                index &+= 1
            }
        }
    }
}
