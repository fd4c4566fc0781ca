import DecantImages

/// The properties of an image on one line.
struct ImageProperties: CustomStringConvertible {
    let image: DecodedImage

    var description: String {
        let facts = [
            "\(image.format)", size, colors, depth, animation, images, turn,
            hotSpot,
            profile,
        ]
        return facts.compactMap(\.self).joined(separator: ", ")
    }

    private var size: String {
        let (header, size) = (image.header, "\(image.width) by \(image.height)")
        let isWhole = max(image.width, image.height) >= max(header.width, header.height)
        return isWhole ? "\(size) pixels" : "\(size) of \(header.width) by \(header.height) pixels"
    }

    private var colors: String {
        let name =
            switch image.header.colorModel {
            case .gray: "gray"
            case .rgb: "RGB"
            case .indexed: "palette"
            case .cmyk: "CMYK"
            }
        return hasAlpha ? "\(name) with alpha" : name
    }

    /// Whether the image has transparency.
    ///
    /// The header of a GIF does not tell.
    private var hasAlpha: Bool {
        guard image.format == .gif else { return image.header.hasAlpha }
        return image.frames.contains { frame in
            let samples = frame.pixels.rgba8
            return stride(from: 3, to: samples.count, by: 4).contains { samples[$0] != 255 }
        }
    }

    private var depth: String {
        let bits = image.header.bitsPerChannel
        return "\(bits) bit\(bits == 1 ? "" : "s")"
    }

    private var animation: String? {
        let frames = image.frames
        guard frames.count > 1 else { return nil }
        guard image.format.supportsAnimation else { return "\(frames.count) pages" }
        let length = frames.reduce(Duration.zero) { $0 + $1.delay }
        let loops = image.loopCount.map { $0 == 1 ? "once" : $0 == 2 ? "twice" : "\($0) times" } ?? "forever"
        return "\(frames.count) frames in \(Self.text(of: length)) \(loops)"
    }

    private static func text(of length: Duration) -> String {
        let milliseconds = Int(min(length / .milliseconds(1), 1e15))
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        let tenths = (milliseconds + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }

    private var images: String? {
        image.alternatives.isEmpty ? nil : "the best of \(image.alternatives.count + 1) images"
    }

    private var turn: String? {
        switch image.orientation {
        case .up: nil
        case .upMirrored: "to be mirrored"
        case .down: "to be rotated by 180°"
        case .downMirrored: "to be mirrored top to bottom"
        case .leftMirrored: "to be mirrored along the diagonal"
        case .right: "to be rotated right"
        case .rightMirrored: "to be mirrored along the other diagonal"
        case .left: "to be rotated left"
        }
    }

    private var hotSpot: String? {
        image.hotSpot.map { "hot spot at \($0.x), \($0.y)" }
    }

    private var profile: String? {
        image.iccProfile.map { _ in "color profile" }
    }
}
