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
        if tile.pictures.isEmpty {
            cross(x: x, y: y, on: &canvas)
        } else {
            draw(tile.pictures, x: x, y: y, on: &canvas)
        }
        let color = tile.pictures.isEmpty ? rejection : dim
        let lines = wrapped(tile.title).prefix(titleLines).map { ($0, bright) } + wrapped(tile.note).map { ($0, color) }
        for (index, (line, color)) in lines.prefix(titleLines + 1).enumerated() {
            canvas.write(line, color, x: x, y: y + imageArea.height + 12 + index * lineHeight, scale: lettering)
        }
    }

    private static func wrapped(_ text: String) -> [String] {
        TextWrap(text, width: imageArea.width / ((PixelFont.width + 1) * lettering)).lines.map { line in
            String(line.drop { $0 == " " })
        }
    }

    /// Draws pictures in rows and columns.
    private static func draw(_ pictures: [ContactSheetTile.Picture], x: Int, y: Int, on canvas: inout PixelCanvas) {
        let columns = Int(Double(pictures.count).squareRoot().rounded(.up))
        let rows = (pictures.count + columns - 1) / columns
        let cell = (width: imageArea.width / columns, height: imageArea.height / rows)
        let part = (width: cell.width - (columns > 1 ? 1 : 0), height: cell.height - (rows > 1 ? 1 : 0))
        for (index, picture) in pictures.enumerated() {
            let (left, top) = (x + index % columns * cell.width, y + index / columns * cell.height)
            draw(picture.image, frame: picture.frame, in: part, x: left, y: top, on: &canvas)
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

    /// A frame of an image.
    typealias Picture = (image: DecodedImage, frame: Int)

    /// The pictures: a still image, four frames of an animation, or several images; none if the response was rejected.
    let pictures: [Picture]

    /// Creates a tile from a result; nil if the row is not about an image.
    init?(_ row: DemoRow, _ result: DemoResult) {
        title = row.title
        switch result {
        case .value(_, _, let images) where !images.isEmpty:
            pictures = images.count == 1 ? Self.pictures(of: images[0]) : images.map { ($0, 0) }
            note = "\(images[0].width) by \(images[0].height)"
        case .failure(let error) where row.expectsImage:
            pictures = []
            note = error.code.description.reduce("") { $1.isUppercase ? "\($0) \($1)" : "\($0)\($1)" }
        case .value, .failure: return nil
        }
    }

    private static func pictures(of image: DecodedImage) -> [Picture] {
        guard image.frames.count > 1, image.format.supportsAnimation else { return [(image, 0)] }
        return (0..<4).map { quarter in (image, quarter * (image.frames.count - 1) / 3) }
    }
}
