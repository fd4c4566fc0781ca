/// Animations of indexed frames.
enum AnimationGenerator {
    /// A camera that moves over a photograph: every frame is new all over.
    static func film(_ raster: Raster, _ size: PictureSize, frames: Int) -> [PictureFrame] {
        let indices = raster.indices
        let (width, height) = (size.width, size.height)
        return (0..<frames).map { frame in
            let (left, top) = (frame * (raster.width - width) / frames, frame * (raster.height - height) / frames)
            var visible: [UInt8] = []
            for row in top..<top + height {
                let start = row * raster.width + left
                visible += indices[start..<start + width]
            }
            return PictureFrame(width: width, indices: visible)
        }
    }

    /// A figure that moves over a ground: frames cover what changes, and the rest of them is transparent.
    static func sprite(_ size: PictureSize, frames: Int) -> [PictureFrame] {
        let (width, height) = (size.width, size.height)
        let side = height / 3
        let ground = PictureFrame(
            width: width,
            indices: (0..<width * height).map { pixel in
                let (column, row) = (pixel % width, pixel / width)
                return UInt8(40 + column * 20 / width + row * 12 / height)
            }
        )
        let figures = (1..<frames).map { frame in
            PictureFrame(
                x: frame * (width - side) / frames,
                y: (height - side) / 2 + (frame * 7 % 40),
                width: side,
                indices: figure(side, phase: frame),
                transparent: 255
            )
        }
        return [ground] + figures
    }

    /// A ball with stripes that turn.
    private static func figure(_ side: Int, phase: Int) -> [UInt8] {
        (0..<side * side).map { pixel in
            let (x, y) = (pixel % side * 2 - side, pixel / side * 2 - side)
            let distance = x * x + y * y
            guard distance < side * side else { return 255 }
            let shade = (side * side - distance) * 24 / (side * side)
            return UInt8(100 + shade + ((x + y + phase * 6) / 16 & 1) * 60)
        }
    }
}
