#if DECANT_HEIC
import DecantCore

/// The canvas that the coded images of a HEIC are drawn on.
struct HEICCanvas {
    private let items: HEIFItemTable
    private var pixels: ImagePixels
    /// The damage that the decoder concealed.
    private(set) var findings: [Finding] = []
    /// The numbers of pixels and of bytes that may still be decoded.
    ///
    /// Coded images may be larger than their visible part, and may share their bytes.
    private var remainingPixels: Int
    private var remainingBytes: Int
    /// The maximum number of pixels of a coded image.
    private let maxCodedPixels: Int
    private var bytes: ImageBytes { items.bytes }

    /// Creates a canvas of a size that is within the limits.
    init(_ items: HEIFItemTable, _ limits: Limits, width: Int, height: Int, isDeep: Bool) {
        self.items = items
        let count = width * height * 4
        pixels =
            isDeep
            ? ImagePixels(width: width, height: height, deep: SampleBuffer(repeating: 0, count: count))
            : ImagePixels(width: width, height: height, SampleBuffer(repeating: 0, count: count))
        // A small image is coded in blocks of up to 64 by 64 pixels, and has a few hundred bytes.
        let slack = (items.parts + 1) << 16
        maxCodedPixels = min(limits.pixels, .max / 16) + (1 << 16)
        remainingPixels = 4 * maxCodedPixels + slack
        remainingBytes = 4 * items.bytes.count + slack
    }

    /// Returns the pixels in a part of the canvas.
    func pixels(in area: ImageArea) -> ImagePixels {
        guard area != ImageArea(width: pixels.width, height: pixels.height) else { return pixels }
        func part<Sample>(_ samples: SampleBuffer<Sample>) -> SampleBuffer<Sample> {
            var part = SampleBuffer<Sample>(repeating: 0, count: area.width * area.height * 4)
            var target = part.mutableSpan
            for row in 0..<area.height {
                let (source, start) = (((area.y + row) * pixels.width + area.x) * 4, row * area.width * 4)
                for index in 0..<area.width * 4 { target[start + index] = samples[source + index] }
            }
            return part
        }
        return pixels.samples16.isEmpty
            ? ImagePixels(width: area.width, height: area.height, part(pixels.samples8))
            : ImagePixels(width: area.width, height: area.height, deep: part(pixels.samples16))
    }

    /// Draws the alpha of the image, or of each cell of a grid (MIAF §7.3.5.2).
    mutating func drawAlpha() throws(ResponseError) {
        if let alpha = items.alpha(of: items.primary) { return try draw(alpha, asAlpha: true) }
        guard items.type(of: items.primary) == "grid" else { return }
        for cell in try grid(items.primary) {
            if let alpha = items.alpha(of: cell.item) { try draw(coded: alpha, at: cell, asAlpha: true) }
        }
    }

    /// Draws a coded image or a grid that is as large as the canvas.
    mutating func draw(_ item: Int, asAlpha: Bool = false) throws(ResponseError) {
        let facts = items.properties(of: item).facts
        guard facts.width == pixels.width, facts.height == pixels.height else {
            throw bytes.fault("the alpha is \(facts.width) by \(facts.height) pixels", at: items.position)
        }
        switch items.type(of: item) {
        case "hvc1": try draw(coded: item, at: HEICCell(item: item, x: 0, y: 0), asAlpha: asAlpha)
        case "grid":
            for cell in try grid(item) { try draw(coded: cell.item, at: cell, asAlpha: asAlpha) }
        case let type?: throw bytes.unsupported("an image of the type \(type.name)", at: items.position)
        case nil: throw bytes.fault("an item is missing", at: items.position)
        }
    }

    /// Returns the cells of a grid (ISO 23008-12 §6.6.2.3).
    private func grid(_ item: Int) throws(ResponseError) -> [HEICCell] {
        let data = try items.data(of: item, within: 12)
        let size = data.count > 1 && data[1] & 1 == 1 ? 4 : 2
        guard data.count >= 4 + 2 * size else {
            throw bytes.fault("the description of a grid is truncated", at: items.position)
        }
        let numbers = [4, 4 + size].map { start in
            data[start..<start + size].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        }
        let (rows, columns) = (Int(data[2]) + 1, Int(data[3]) + 1)
        let cells = try items.references(HEIFBox.Name.partOf).first { $0.from == item }?.to ?? []
        guard let first = cells.first, cells.count == rows * columns else {
            let message = "a grid of \(columns) by \(rows) has \(cells.count.counted("cell"))"
            throw bytes.fault(message, at: items.position)
        }
        let cell = items.properties(of: first).facts
        /// Returns whether cells cover a side of the image, and none of them lies outside.
        func cover(_ count: Int, _ length: Int, _ total: Int) -> Bool {
            length > 0 && length <= Int(UInt16.max) && length * (count - 1) < total && total <= length * count
        }
        guard numbers == [UInt32(pixels.width), UInt32(pixels.height)],
            cover(columns, cell.width, pixels.width), cover(rows, cell.height, pixels.height)
        else {
            let message = "a grid has cells of \(cell.width) by \(cell.height) pixels, which do not fit its size"
            throw bytes.fault(message, at: items.position)
        }
        return cells.enumerated().map { index, item in
            HEICCell(item: item, x: index % columns * cell.width, y: index / columns * cell.height)
        }
    }

    /// Decodes a coded image, and draws the part that lies on the canvas.
    private mutating func draw(coded item: Int, at cell: HEICCell, asAlpha: Bool) throws(ResponseError) {
        guard items.type(of: item) == "hvc1" else {
            throw bytes.unsupported("a grid of images that are not coded with HEVC", at: items.position)
        }
        let properties = items.properties(of: item)
        guard let box = properties.configuration else {
            throw bytes.fault("an image has no configuration of its decoder", at: items.position)
        }
        let configuration = try HEVCConfiguration(bytes, box)
        let (sequence, facts) = (configuration.sequence, properties.facts)
        guard facts.width > 0, facts.height > 0, facts.width <= sequence.width, facts.height <= sequence.height else {
            let size = "\(sequence.width) by \(sequence.height)"
            throw bytes.fault("a coded image is \(size) pixels, but its header has another size", at: box.position)
        }
        guard sequence.codedWidth <= min(remainingPixels, maxCodedPixels) / sequence.codedHeight else {
            let message = "\(sequence.codedWidth) by \(sequence.codedHeight) pixels in a coded image"
            throw bytes.excess(message, at: box.position, .pixels)
        }
        remainingPixels -= sequence.codedWidth * sequence.codedHeight
        let data = try items.data(of: item, within: remainingBytes)
        remainingBytes -= data.count
        let units = try configuration.units(of: data, bytes, at: items.position)
        let picture = try UnsafeHEVCPicture(bytes, configuration, data, units, at: items.position)
        if let message = picture.warning { report(message) }
        let (width, height) = (min(facts.width, pixels.width - cell.x), min(facts.height, pixels.height - cell.y))
        guard width > 0, height > 0 else { return }
        let area = ImageArea(x: cell.x, y: cell.y, width: width, height: height)
        if asAlpha {
            picture.drawAlpha(on: &pixels, area)
        } else if !picture.draw(on: &pixels, area, properties.colors ?? items.colors) {
            report("the matrix of the colors was decoded as that of BT.601")
        }
    }

    /// Reports a deviation once.
    private mutating func report(_ message: String) {
        let finding = bytes.finding(.irregularImage, message, at: items.position)
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Divides the colors by alpha.
    mutating func unassociate() { UnsafeHEVCPicture.unassociate(&pixels) }
}

/// A cell of a grid: its item, and its first pixel.
private struct HEICCell {
    let item: Int
    let x: Int
    let y: Int
}
#endif
