// Why: indices become pixels row by row, the first frame's straight into uninitialised memory.
//
// Bound: the indices have the size of the frame and 16 bytes more, the samples that of the canvas; a frame's rows and columns
// are cut off at the canvas before anything is written. Of the first frame every pixel is written, or the memory is cleared
// before. Pointers live inside of the closures that lend them.

import CDecantPixels
import DecantCore

extension GIFCanvas {
    /// Undoes the compression of a frame.
    mutating func decode(_ frame: GIFFrame, _ codes: UnsafeGIFCodes, _ bytes: ImageBytes) -> UnsafeGIFCodes.Outcome {
        let needed = frame.area.width * frame.area.height + 16
        if indices.count < needed { indices = SampleBuffer(uninitializedCount: needed) }
        return unsafe indices.withUnsafeMutableBufferPointer { unsafe codes.decode(frame, bytes, into: $0) }
    }

    /// Draws the first `count` indices of a frame.
    mutating func paint(_ frame: GIFFrame, _ area: ImageArea, _ table: [UInt32], empty: UInt32, count: Int) {
        let covers = area.width == width && area.height == height && count == frame.area.width * frame.area.height
        // What is covered need not be copied.
        if samples.isEmpty || covers && frame.control.transparent == nil {
            let size = width * height * 4
            samples = unsafe SampleBuffer(capacity: size) { room, initialized in
                if !covers {
                    unsafe UnsafeMutableRawBufferPointer(room).initializeMemory(as: UInt32.self, repeating: empty)
                }
                unsafe paint(frame, area, table, count, transparent: nil, to: UnsafeMutableRawBufferPointer(room))
                initialized = size
            }
        } else {
            let transparent = frame.control.transparent
            unsafe samples.withUnsafeMutableBytes { [self] room in
                unsafe paint(frame, area, table, count, transparent: transparent, to: room)
            }
        }
    }

    /// Makes all pixels of an area the same.
    mutating func clear(_ area: ImageArea, to pixel: UInt32) {
        unsafe samples.withUnsafeMutableBytes { [width] room in
            guard let base = unsafe room.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
            for row in area.y..<area.y + area.height {
                unsafe (base + row * width + area.x).update(repeating: pixel, count: area.width)
            }
        }
    }

    private func paint(
        _ frame: GIFFrame,
        _ area: ImageArea,
        _ table: [UInt32],
        _ count: Int,
        transparent: UInt8?,
        to room: UnsafeMutableRawBufferPointer
    ) {
        guard area.width > 0, area.height > 0 else { return }
        unsafe indices.withUnsafeBufferPointer { indices in
            let target = unsafe room.firstAddress.assumingMemoryBound(to: UInt32.self)
            for index in 0..<frame.area.height {
                let row = frame.row(index)
                let start = index * frame.area.width
                let columns = min(area.width, count - start)
                guard columns > 0 else { return }
                guard row < area.height else { continue }
                let source = unsafe indices.firstAddress + start
                let place = unsafe target + (area.y + row) * width + area.x
                if let transparent {
                    unsafe decant_table_pixels_over(source, place, columns, table, transparent)
                } else {
                    unsafe decant_table_pixels(source, place, columns, table)
                }
            }
        }
    }
}
