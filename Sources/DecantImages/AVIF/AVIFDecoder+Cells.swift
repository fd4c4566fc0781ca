#if AVIF
import DecantCore

extension AVIFDecoder {
    /// More cells with an alpha of their own are not decoded, since each is looked for in the whole file.
    private static let mostCells = 256

    /// Decodes the alpha that the cells of a grid have, each for itself, and puts it into the pixels (MIAF §7.3.5.2).
    ///
    /// libavif knows alpha of the whole picture only; it is shown each of these as if it were the picture.
    static func addCellAlphas(
        to pixels: inout ImagePixels,
        _ file: AVIFFile,
        _ bytes: ImageBytes,
        _ options: ImageOptions,
        _ limits: Limits
    ) throws(ResponseError) {
        let alphas = file.cellAlphas
        guard alphas.count <= mostCells else {
            throw bytes.fault("each of its \(alphas.count) cells has an alpha of its own", at: file.position)
        }
        for (index, alpha) in alphas.enumerated() {
            guard let alpha, let cell = file.showing(alpha, bytes) else { continue }
            let size = cell.facts
            guard size.width > 0, size.height > 0 else {
                throw bytes.fault("its cells have no size", at: file.position)
            }
            try ImageBudget.check(width: size.width, height: size.height, limits, in: bytes, at: file.position)
            let columns = (pixels.width + size.width - 1) / size.width
            let shown = try UnsafeAVIFDecoder.lend(bytes, cell, limits) { (decoder) throws(ResponseError) in
                try decoder.frame(options).pixels
            }
            pixels.setAlpha(to: shown, x: index % columns * size.width, y: index / columns * size.height)
        }
    }
}

extension ImagePixels {
    /// Takes the red of another picture for alpha, as far as it lies on this one.
    fileprivate mutating func setAlpha(to other: ImagePixels, x: Int, y: Int) {
        for row in 0..<max(0, min(other.height, height - y)) {
            for column in 0..<max(0, min(other.width, width - x)) {
                let (target, source) = (((y + row) * width + x + column) * 4 + 3, (row * other.width + column) * 4)
                if samples16.isEmpty {
                    samples8[target] = other.samples16.isEmpty ? other.samples8[source] : other[column, row].x
                } else {
                    let shallow = UInt16(other[column, row].x) * 257
                    samples16[target] = other.samples16.isEmpty ? shallow : other.samples16[source]
                }
            }
        }
    }
}
#endif
