import Decant
import DecantImages

/// An image that shows many images, each with a title below it.
struct ContactSheet {
    private static let columns = 5
    private static let imageArea = (width: 208, height: 144)
    private static let margin = 24
    private static let lettering = 2
    private static let lineHeight = (PixelFont.height + 4) * lettering
    private static let titleLines = 2
    private static let tileHeight = imageArea.height + 12 + (titleLines + 1) * lineHeight

    private static let ground: PixelCanvas.Color = [0x16, 0x1B, 0x22]
    private static let bed: PixelCanvas.Color = [0x0D, 0x11, 0x17]
    private static let bright: PixelCanvas.Color = [0xE6, 0xED, 0xF3]
    private static let dim: PixelCanvas.Color = [0x8B, 0x94, 0x9E]
    private static let rejection: PixelCanvas.Color = [0xDA, 0x4E, 0x48]

    private let tiles: [ContactSheetTile]

    init(_ tiles: [ContactSheetTile]) {
        self.tiles = tiles
    }

    /// The sheet as a PNG; nil if the sheet is empty.
    var png: [UInt8]? {
        let rows = (tiles.count + Self.columns - 1) / Self.columns
        guard rows > 0 else { return nil }
        var canvas = PixelCanvas(
            width: Self.columns * (Self.imageArea.width + Self.margin) + Self.margin,
            height: rows * (Self.tileHeight + Self.margin) + Self.margin,
            Self.ground
        )
        for (index, tile) in tiles.enumerated() {
            let x = Self.margin + index % Self.columns * (Self.imageArea.width + Self.margin)
            let y = Self.margin + index / Self.columns * (Self.tileHeight + Self.margin)
            Self.draw(tile, x: x, y: y, on: &canvas)
        }
        return canvas.pixels.map { $0.pngBytes() }
    }

    private static func draw(_ tile: ContactSheetTile, x: Int, y: Int, on canvas: inout PixelCanvas) {
        canvas.fill(bed, x: x, y: y, width: imageArea.width, height: imageArea.height)
        if let image = tile.image {
            draw(image, x: x, y: y, on: &canvas)
        } else {
            cross(x: x, y: y, on: &canvas)
        }
        let width = imageArea.width / ((PixelFont.width + 1) * lettering)
        var top = y + imageArea.height + 12
        for line in TextWrap(tile.title, width: width).lines.prefix(titleLines) {
            canvas.write(String(line.drop { $0 == " " }), bright, x: x, y: top, scale: lettering)
            top += lineHeight
        }
        canvas.write(tile.note, tile.image == nil ? rejection : dim, x: x, y: top, scale: lettering)
    }

    /// Draws a still image, or four frames of an animation.
    private static func draw(_ image: DecodedImage, x: Int, y: Int, on canvas: inout PixelCanvas) {
        guard image.frames.count > 1, image.format.supportsAnimation else {
            return draw(image, frame: 0, in: imageArea, x: x, y: y, on: &canvas)
        }
        let part = (width: imageArea.width / 2 - 1, height: imageArea.height / 2 - 1)
        for quarter in 0..<4 {
            let frame = quarter * (image.frames.count - 1) / 3
            let (left, top) = (x + quarter % 2 * (part.width + 2), y + quarter / 2 * (part.height + 2))
            draw(image, frame: frame, in: part, x: left, y: top, on: &canvas)
        }
    }

    /// Draws a frame centered in an area; small frames are enlarged.
    private static func draw(
        _ image: DecodedImage,
        frame: Int,
        in area: (width: Int, height: Int),
        x: Int,
        y: Int,
        on canvas: inout PixelCanvas
    ) {
        let raster = ImageRaster(image, frame: frame, maximumWidth: area.width, maximumHeight: area.height)
        let scale = max(1, min(area.width / raster.width, area.height / raster.height, 3))
        let (left, top) = ((area.width - raster.width * scale) / 2, (area.height - raster.height * scale) / 2)
        canvas.draw(raster, x: x + left, y: y + top, scale: scale)
    }

    /// Draws a cross instead of a missing image.
    private static func cross(x: Int, y: Int, on canvas: inout PixelCanvas) {
        let size = 40
        let (left, top) = (x + (imageArea.width - size) / 2, y + (imageArea.height - size) / 2)
        for step in 0...size - 4 {
            canvas.fill(rejection, x: left + step, y: top + step, width: 4, height: 4)
            canvas.fill(rejection, x: left + size - 4 - step, y: top + step, width: 4, height: 4)
        }
    }
}

/// An image on a contact sheet, with its captions.
struct ContactSheetTile: Sendable {
    /// The subject of the tile.
    let title: String

    /// The note below the title.
    let note: String

    /// The image; nil if the response was rejected.
    let image: DecodedImage?

    /// Creates a tile from a result; nil if the row is not about an image.
    init?(_ row: DemoRow, _ result: DemoResult) {
        title = row.title
        switch result {
        case .value(_, _, let decoded?):
            image = decoded
            note = "\(decoded.width) by \(decoded.height)"
        case .failure(let error) where row.expectsImage:
            image = nil
            note = error.code.description.reduce("") { $1.isUppercase ? "\($0) \($1)" : "\($0)\($1)" }
        case .value, .failure: return nil
        }
    }
}
