// Why: strips and tiles are decoded straight into pixels that are not written yet, or by way of scratch memory for one of them.
//
// Bound: `layout` has checked sides and products. The scratch memory has room for one strip or tile of every plane that is
// looked at, and `slack` bytes more, which is what a loop may touch behind a row; so have bodies behind their last byte. A
// row of the target is written where `origin` says, which is inside of the picture. Pointers live inside of the closures that
// lend them.

#if TIFF
import CDecantPixels
import DecantCore

extension TIFFPageDecoder {
    /// What may be touched behind the last byte of a row.
    private static let slack = 64

    /// Decodes all pixels, and tells whether they are all there.
    func pixels(_ limits: Limits, _ findings: inout [Finding]) throws(ResponseError) -> (ImagePixels, isComplete: Bool)
    {
        let codec = try codec(limits)
        if format.isDeep {
            let (samples, isComplete): ([UInt16], Bool) = try samples(codec, &findings)
            return (ImagePixels(width: page.width, height: page.height, deep: samples), isComplete)
        }
        let (samples, isComplete): ([UInt8], Bool) = try samples(codec, &findings)
        return (ImagePixels(width: page.width, height: page.height, samples), isComplete)
    }

    private func samples<Sample: FixedWidthInteger>(_ codec: UnsafeTIFFCodec?, _ findings: inout [Finding])
        throws(ResponseError) -> ([Sample], Bool)
    {
        // What libtiff gives is in the order of the processor; what is not compressed, in that of the file.
        let isBig = codec == nil ? page.directory.reader.isBigEndian : UInt16(1).bigEndian == 1
        let rows = UnsafeTIFFRows(format, isBigEndian: isBig)
        let planes = page.isPlanar ? format.usedSamples : 1
        let plane = layout.rawBytes(rows: layout.rows)
        var scratch: [UInt8] = []
        if codec != nil || page.isPlanar || isBitReversed {
            scratch = unsafe [UInt8](unsafeUninitializedCapacity: planes * plane + Self.slack) { _, count in
                count = planes * plane + Self.slack
            }
        }
        var (failure, isComplete): (ResponseError?, Bool) = (nil, true)
        let count = page.width * page.height * 4
        let samples = unsafe [Sample](unsafeUninitializedCapacity: count) { room, filled in
            let bytes = UnsafeMutableRawBufferPointer(room)
            unsafe decant_prefer_huge_pages(bytes.baseAddress, bytes.count)
            if acceptsPartial { unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0) }
            let target = unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
            do throws(ResponseError) {
                isComplete = try unsafe scratch.withUnsafeMutableBufferPointer { (scratch) throws(ResponseError) in
                    try unsafe decodeAll(codec, rows, UnsafeMutableRawBufferPointer(scratch), target, &findings)
                }
                filled = count
            } catch { failure = error }
        }
        if let failure { throw failure }
        return (samples, isComplete)
    }

    /// Decodes one strip or tile after the other, and tells whether all could be.
    private func decodeAll(
        _ codec: UnsafeTIFFCodec?,
        _ rows: UnsafeTIFFRows,
        _ scratch: UnsafeMutableRawBufferPointer,
        _ target: UnsafeMutablePointer<UInt8>,
        _ findings: inout [Finding]
    ) throws(ResponseError) -> Bool {
        var isComplete = true
        for index in 0..<layout.across * layout.down {
            do throws(ResponseError) {
                try unsafe decode(index, codec, rows, scratch, target)
            } catch {
                guard acceptsPartial else { throw error }
                isComplete = false
            }
            if let words = codec?.takeWarning() { report(words, index, &findings) }
        }
        return isComplete
    }

    /// Decodes the strip or tile at one place.
    private func decode(
        _ index: Int,
        _ codec: UnsafeTIFFCodec?,
        _ rows: UnsafeTIFFRows,
        _ scratch: UnsafeMutableRawBufferPointer,
        _ target: UnsafeMutablePointer<UInt8>
    ) throws(ResponseError) {
        let (row, column) = (index / layout.across, index % layout.across)
        let (visible, stored) = layout.rows(in: row)
        let columns = min(layout.columns, page.width - column * layout.columns)
        let width = page.width * format.targetBytes
        let place = unsafe target + row * layout.rows * width + column * layout.columns * format.targetBytes
        let raw = layout.rawBytes(rows: stored)
        let convert = { (source: UnsafePointer<UInt8>, plane: Int) in
            for line in 0..<visible {
                let group = layout.isBlocked ? line / layout.subsampling.down : line
                let samples = unsafe source + group * layout.rowBytes
                unsafe rows.convert(samples, row: line, plane: plane, to: place + line * width, columns)
            }
        }
        let start = bytes.body.start + bytes.start
        guard page.isPlanar || codec != nil || isBitReversed else {
            let range = try chunks.range(index)
            unsafe bytes.body.storage.withUnsafeBytes { storage in
                let base = unsafe storage.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
                unsafe convert(base + start + range.lowerBound, 0)
            }
            return
        }
        if format.kind == .pixels, !layout.isTiled, !page.isPlanar {
            let room = unsafe UnsafeMutableRawBufferPointer(start: place, count: raw)
            try unsafe expand(index, codec, into: room)
            unsafe convert(place, 0)
            return
        }
        let planes = page.isPlanar ? format.usedSamples : 1
        for plane in 0..<planes {
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[plane * raw..<(plane + 1) * raw])
            try unsafe expand(index + plane * layout.across * layout.down, codec, into: room)
        }
        let source = unsafe scratch.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        unsafe convert(source, page.isPlanar ? raw : 0)
    }

    /// Undoes the compression of a strip or tile of one plane.
    private func expand(_ index: Int, _ codec: UnsafeTIFFCodec?, into room: UnsafeMutableRawBufferPointer)
        throws(ResponseError)
    {
        let range = try chunks.range(index)
        var isDecoded = true
        let from = bytes.body.start + bytes.start + range.lowerBound
        unsafe bytes.body.storage.withUnsafeBytes { storage in
            var source = unsafe UnsafeRawBufferPointer(rebasing: storage[from..<from + range.count])
            var turned: [UInt8] = []
            if isBitReversed {
                turned = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { bytes, count in
                    let first = unsafe source.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
                    unsafe decant_tiff_turn_bits(first, bytes.baseAddress.unsafelyUnwrapped, range.count)
                    count = range.count
                }
            }
            unsafe turned.withUnsafeBytes { turned in
                if isBitReversed { unsafe source = turned }
                if let codec {
                    isDecoded = unsafe codec.decode(index, source, into: room)
                } else {
                    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[0..<room.count]))
                }
            }
        }
        guard isDecoded else { throw fault(index, codec?.errorWords ?? "", range) }
    }

    /// Hands on what the library says about something that it decoded all the same, a few times.
    private func report(_ words: String, _ index: Int, _ findings: inout [Finding]) {
        guard findings.count < 16 else { return }
        let place = (try? chunks.range(index).lowerBound) ?? page.directory.place
        findings.append(
            bytes.finding(.irregularImage, "\(layout.isTiled ? "tile" : "strip") \(index): \(words)", at: place)
        )
    }
}
#endif
