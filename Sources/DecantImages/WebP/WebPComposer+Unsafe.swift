// Why: libwebp decodes straight into the memory of the pixels, which is not cleared first where all of it is written.
//
// Bound: the memory has four bytes for each pixel of the canvas, whose size is checked; the parser has made sure that a
// frame's area lies on the canvas, so that all of its rows do. libwebp is told how long the memory is from the area's first
// pixel on, and is given the bytes of one picture, which lie in the body. Pointers live inside of the closures that lend
// them. What libwebp did not write of an area was cleared before, or is not handed out.

#if WebP
import CDecantPixels
import CDecantWebP
import DecantCore

extension WebPComposer {
    /// What libwebp calls one of its codes.
    static func words(_ status: Int32) -> String {
        unsafe String(cString: decant_webp_words(status))
    }

    /// The samples of the canvas with a frame on it, and how many rows of the frame there are.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - before: The frame in front of it; nil if nothing is to be seen below.
    /// - Returns: The samples, and the number of rows.
    /// - Throws: ``ResponseError`` if the pixels are damaged.
    func samples(_ frame: WebPFrame, on before: ImageFrame?) throws(ResponseError) -> (
        SampleBuffer<UInt8>, rows: Int
    ) {
        let size = file.canvas.width * file.canvas.height * 4
        var (status, rows) = (Int32(0), frame.area.height)
        let samples = unsafe SampleBuffer<UInt8>(capacity: size) { room, count in
            let room = UnsafeMutableRawBufferPointer(room)
            unsafe prepare(room, frame, before)
            let start = (frame.area.y * file.canvas.width + frame.area.x) * 4
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: room[start..<size])
            if frame.picture.isCut {
                (status, rows) = unsafe decodeBeginning(frame, to: target)
            } else {
                status = unsafe decode(frame, to: target)
            }
            guard status == 0 else { return }
            if let before, frame.blends { unsafe blend(target, frame, before) }
            count = size
        }
        guard status == 0 else { throw fault(status, frame) }
        return (samples, rows)
    }

    /// Makes the canvas what it is below a frame.
    private func prepare(_ room: UnsafeMutableRawBufferPointer, _ frame: WebPFrame, _ before: ImageFrame?) {
        guard !covers(frame.area) else { return }
        guard let before else {
            unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        unsafe before.pixels.samples8.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
        if before.disposal == .clear { unsafe clear(room, before.area) }
    }

    private func clear(_ room: UnsafeMutableRawBufferPointer, _ area: ImageArea) {
        for row in area.y..<area.y + area.height {
            let start = (row * file.canvas.width + area.x) * 4
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: room[start..<start + area.width * 4])
            unsafe part.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    private func decode(_ frame: WebPFrame, to target: UnsafeMutableRawBufferPointer) -> Int32 {
        unsafe withBytes(of: frame) { source in
            unsafe decant_webp_decode(
                source.baseAddress,
                source.count,
                target.baseAddress,
                target.count,
                Int32(truncatingIfNeeded: file.canvas.width),
                Int32(truncatingIfNeeded: frame.area.width),
                Int32(truncatingIfNeeded: frame.area.height)
            )
        }
    }

    /// Decodes as many rows as there are; the others become transparent.
    private func decodeBeginning(_ frame: WebPFrame, to target: UnsafeMutableRawBufferPointer) -> (Int32, rows: Int) {
        var rows: Int32 = 0
        let status = unsafe withBytes(of: frame) { source in
            unsafe decant_webp_decode_beginning(
                source.baseAddress,
                source.count,
                target.baseAddress,
                target.count,
                Int32(truncatingIfNeeded: file.canvas.width),
                Int32(truncatingIfNeeded: frame.area.width),
                Int32(truncatingIfNeeded: frame.area.height),
                &rows
            )
        }
        return (status, Int(rows))
    }

    private func withBytes<Result>(of frame: WebPFrame, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = bytes.body.start + bytes.start
        let range = start + frame.picture.data.lowerBound..<start + frame.picture.data.upperBound
        return unsafe bytes.body.storage.withUnsafeBytes { storage in
            unsafe body(UnsafeRawBufferPointer(rebasing: storage[range]))
        }
    }

    /// Lays the pixels of a frame over those of the one before it, but for the area that was cleared.
    private func blend(_ target: UnsafeMutableRawBufferPointer, _ frame: WebPFrame, _ before: ImageFrame) {
        let (area, columns) = (frame.area, file.canvas.width)
        unsafe before.pixels.samples8.withUnsafeBytes { below in
            guard let target = target.baseAddress, let below = below.baseAddress else { return }
            for row in 0..<area.height {
                for part in parts(of: area, row: area.y + row, without: before) {
                    let place = (row * columns + part.lowerBound - area.x) * 4
                    let source = ((area.y + row) * columns + part.lowerBound) * 4
                    unsafe decant_webp_blend(target + place, below + source, part.count)
                }
            }
        }
    }
}

extension ImagePixels {
    /// Makes all pixels opaque.
    mutating func makeOpaque() {
        unsafe samples8.withUnsafeMutableBytes { bytes in
            unsafe decant_webp_make_opaque(bytes.baseAddress, bytes.count / 4)
        }
    }
}
#endif
