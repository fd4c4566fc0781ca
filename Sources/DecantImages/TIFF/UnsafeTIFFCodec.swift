// Why: the decompressors are those of libtiff, behind the functions of CDecantTIFF.
//
// Bound: the handle belongs to one object, which closes it. What libtiff reads and writes is passed with its length; it keeps to
// both, and writes nothing to its source, since it is never asked to turn bits around. The words it left are copied at once.

#if TIFF
import CDecantTIFF
import DecantCore

/// Undoes the compression of the strips or tiles of one page.
@safe
final class UnsafeTIFFCodec {
    private let handle: OpaquePointer

    /// Gives nil if there is no memory.
    init?(_ layout: TIFFLayout, compression: Int, options: Int, predictor: Int, tables: [UInt8]) {
        let page = layout.page
        var facts = unsafe decant_tiff_layout()
        unsafe facts.width = UInt32(page.width)
        unsafe facts.height = UInt32(page.height)
        unsafe facts.tile_width = layout.isTiled ? UInt32(layout.columns) : 0
        unsafe facts.chunk_height = UInt32(layout.rows)
        unsafe facts.bits = UInt16(page.bits)
        unsafe facts.samples = UInt16(page.samples)
        unsafe facts.format = UInt16(page.format.rawValue)
        unsafe facts.compression = UInt16(compression)
        unsafe facts.photometric = Self.photometric(page.photometric)
        unsafe facts.planar = page.isPlanar ? 2 : 1
        unsafe facts.predictor = UInt16(predictor)
        unsafe facts.subsampling = (UInt16(layout.subsampling.across), UInt16(layout.subsampling.down))
        unsafe facts.fax_options = UInt32(truncatingIfNeeded: options)
        unsafe facts.is_big_endian = page.directory.reader.isBigEndian ? 1 : 0
        unsafe facts.wants_rgb = page.photometric == .yCbCr && layout.photometric == .rgb ? 1 : 0
        // Enough for what decompressors keep: windows of 8 MiB, and some numbers for each sample.
        let limit = 64 << 20 + 16 * layout.rawBytes(rows: layout.rows)
        let handle = unsafe tables.withUnsafeBufferPointer { tables in
            unsafe facts.tables = tables.baseAddress
            unsafe facts.tables_count = UInt32(tables.count)
            return unsafe decant_tiff_open(&facts, limit)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    /// What libtiff is told about colours: only what its decompressors ask for.
    private static func photometric(_ photometric: TIFFPage.Photometric) -> UInt16 {
        switch photometric {
        case .yCbCr, .logL, .logLuv, .separated, .rgb: UInt16(photometric.rawValue)
        case .whiteIsZero, .blackIsZero, .palette, .mask: 1
        case .cieLab, .iccLab: 2
        }
    }

    /// Whether this build of libtiff has some compression.
    static func knows(_ compression: TIFFCompression) -> Bool {
        decant_tiff_knows(UInt16(compression.rawValue)) != 0
    }

    /// Whether libtiff takes such a picture at all.
    var isReady: Bool { unsafe decant_tiff_is_ready(handle) != 0 }

    /// Undoes the compression of a strip or tile, whose bytes are not none; gives whether it could be done.
    func decode(_ index: Int, _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Bool {
        let bytes = unsafe source.firstAddress.assumingMemoryBound(to: UInt8.self)
        let room = unsafe target.firstAddress.assumingMemoryBound(to: UInt8.self)
        return unsafe decant_tiff_decode(handle, UInt32(index), bytes, source.count, room, target.count) != 0
    }

    /// What was said about an error; empty if nothing was.
    var errorWords: String { unsafe String(cString: decant_tiff_error(handle)) }

    /// What was said about what could be decoded all the same since the last time; nil if nothing was.
    func takeWarning() -> String? {
        defer { unsafe decant_tiff_forget_warning(handle) }
        let words = unsafe String(cString: decant_tiff_warning(handle))
        return words.isEmpty ? errorWords.isEmpty ? nil : errorWords : words
    }

    deinit { unsafe decant_tiff_close(handle) }
}
#endif
