// Why: libdeflate undoes a whole zlib stream at once, two to three times as fast as libraries that take it in pieces.
//
// Bound: the decompressor belongs to one object, which frees it; the bytes to read and the room to write to are passed with
// their lengths, which libdeflate keeps to.

#if PNG
import CDeflate

/// Undoes zlib streams (RFC 1950).
@safe
final class UnsafeInflater {
    /// How it ended.
    enum Outcome {
        case done(Int)
        /// There is more than there is room for.
        case excess
        case damaged
    }

    private let decompressor: OpaquePointer

    /// Gives nil if there is no memory.
    init?() {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
        unsafe self.decompressor = decompressor
    }

    /// Undoes a stream.
    func inflate(_ source: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Outcome {
        var count = 0
        let result = unsafe libdeflate_zlib_decompress(
            decompressor,
            source.baseAddress,
            source.count,
            room.baseAddress,
            room.count,
            &count
        )
        switch result {
        case LIBDEFLATE_SUCCESS: return .done(count)
        case LIBDEFLATE_INSUFFICIENT_SPACE: return .excess
        default: return .damaged
        }
    }

    deinit { unsafe libdeflate_free_decompressor(decompressor) }
}

extension UnsafeInflater {
    /// Undoes a stream of unknown length, up to a limit; gives nil if it is damaged or longer.
    func bytes(of source: [UInt8], limit: Int) -> [UInt8]? {
        var capacity = min(limit, max(1024, source.count * 4))
        while true {
            var outcome = Outcome.damaged
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
                outcome = unsafe source.withUnsafeBytes {
                    unsafe inflate($0, into: UnsafeMutableRawBufferPointer(room))
                }
                if case .done(let length) = outcome { count = length }
            }
            switch outcome {
            case .done: return bytes
            case .excess where capacity < limit: capacity = min(limit, capacity * 4)
            default: return nil
            }
        }
    }
}
#endif
