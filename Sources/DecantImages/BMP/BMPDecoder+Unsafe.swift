// Why: rows are turned into pixels by loops over whole rows, straight into uninitialised memory.
//
// Bound: the caller has checked that the bytes of `rows` rows are there; loops may read 16 bytes more, which the zeros behind
// every body allow. The target has exactly as many pixels as the picture, and each row of it is written once. Pointers live
// inside of the closures that lend them.

import CDecantPixels
import DecantCore

extension BMPDecoder {
    /// Makes pixels of the rows of the body; those beyond the first `rows` become transparent.
    func pixels(ofRows rows: Int) throws(ResponseError) -> ImagePixels {
        let start = bytes.body.start + bytes.start + header.dataStart
        precondition(rows == 0 || start + header.stride * (rows - 1) + header.rowBytes <= bytes.body.storage.count)
        let fields = fields
        return try unsafe make(rows) { (row, target) in
            unsafe bytes.body.storage.withUnsafeBytes { storage in
                let base = unsafe storage.firstAddress.assumingMemoryBound(to: UInt8.self)
                return unsafe self.decode(base + start + row * header.stride, target, fields)
            }
        }
    }

    /// Makes pixels of what runs stood for: indices, one in each byte, or colours of three bytes.
    func pixels(ofRuns samples: [UInt8]) throws(ResponseError) -> ImagePixels {
        let stride = header.isIndexed ? header.width : 3 * header.width
        precondition(samples.count >= stride * header.height + 16)
        return try unsafe make(header.height) { (row, target) in
            unsafe samples.withUnsafeBufferPointer { samples in
                let source = unsafe samples.firstAddress + row * stride
                if header.isIndexed { return unsafe look(source, target, bits: 8) }
                unsafe decant_bgr_pixels(source, target, header.width)
                return true
            }
        }
    }

    /// Makes pixels of rows as they are stored; `decode` gives whether all indices have a colour.
    private func make(_ rows: Int, _ decode: (Int, UnsafeMutablePointer<UInt32>) -> Bool) throws(ResponseError)
        -> ImagePixels
    {
        let (width, height) = (header.width, header.height)
        var isSound = true
        let samples = unsafe SampleBuffer<UInt8>(capacity: width * height * 4) { room, count in
            let room = UnsafeMutableRawBufferPointer(room)
            if rows < height { unsafe room.initializeMemory(as: UInt8.self, repeating: 0) }
            let target = unsafe room.firstAddress.assumingMemoryBound(to: UInt32.self)
            for row in 0..<rows {
                let place = (header.isTopDown ? row : height - 1 - row) * width
                if unsafe !decode(row, target + place) { isSound = false }
            }
            count = width * height * 4
        }
        guard isSound else { throw indexFault }
        return ImagePixels(width: width, height: height, samples)
    }

    private func decode(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt32>,
        _ fields: (bits: [UInt32], tables: [UInt8])
    ) -> Bool {
        if header.isIndexed { return unsafe look(source, target, bits: UInt32(header.bits)) }
        if header.bits == 24 {
            unsafe decant_bgr_pixels(source, target, header.width)
        } else if header.masks.prefix(3) == [0xFF_0000, 0xFF00, 0xFF], [0, 0xFF00_0000].contains(header.masks[3]) {
            unsafe decant_bgra_pixels(source, target, header.width, header.masks[3] == 0 ? 0xFF00_0000 : 0)
        } else {
            unsafe fields.bits.withUnsafeBufferPointer { bits in
                unsafe fields.tables.withUnsafeBufferPointer { tables in
                    let size = header.bits / 8
                    unsafe decant_field_pixels(source, target, header.width, size, bits.baseAddress, tables.baseAddress)
                }
            }
        }
        return true
    }

    private func look(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt32>, bits: UInt32) -> Bool {
        unsafe palette.withUnsafeBufferPointer { palette in
            unsafe decant_table_row(source, target, header.width, palette.baseAddress, bits)
        }
        guard header.palette.count < 1 << bits else { return true }
        return unsafe decant_largest_sample(source, header.width, bits) < header.palette.count
    }
}
