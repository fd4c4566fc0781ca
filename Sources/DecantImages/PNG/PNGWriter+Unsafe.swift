// Why: libdeflate compresses a whole stream at once.
//
// Bound: libdeflate says itself how much room the stream can need, and is told how much there is. Pointers live inside of the
// closures that lend them.

#if PNG
import CDeflate

extension PNGWriter {
    /// A zlib stream, compressed; stored if there is no memory for that.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        guard let compressor = unsafe libdeflate_alloc_compressor(6) else { return stored(bytes) }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
            unsafe bytes.withUnsafeBytes { bytes in
                count = unsafe libdeflate_zlib_compress(
                    compressor,
                    bytes.baseAddress,
                    bytes.count,
                    room.baseAddress,
                    room.count
                )
            }
        }
    }
}
#else
extension PNGWriter {
    /// A zlib stream, not compressed, since what compresses is not built in.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] { stored(bytes) }
}
#endif
