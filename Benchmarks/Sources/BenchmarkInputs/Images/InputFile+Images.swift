import CImageWriters

extension InputFile {
    /// Generates every image, in the order of the tables.
    ///
    /// - Parameter names: The names of the requested images; all if empty.
    package static func images(named names: [String] = []) -> [InputFile] {
        let recipes =
            PictureRecipe.networkGraphics + PictureRecipe.interchangeFormats + PictureRecipe.bitmaps
            + PictureRecipe.photographs + PictureRecipe.others
        return recipes.filter { names.isEmpty || names.contains($0.name) }.map(\.file)
    }
}

extension PictureRecipe {
    /// The images for the files, each generated once.
    private static let photo = PhotoGenerator.photo(.small, seed: 1)
    private static let largePhoto = PhotoGenerator.photo(.large, seed: 12)
    private static let iconPhoto = PhotoGenerator.photo(.icon, seed: 64)
    private static let screen = ScreenshotGenerator(.screen)

    static let networkGraphics = [
        PictureRecipe("png-icon", .icon, "picture, RGBA") { PictureFile.png(iconPhoto.rgba, .icon, color: 6) },
        PictureRecipe("png-rgb-1mp", .small, "photo, RGB") { PictureFile.png(photo.rgb, .small, color: 2) },
        PictureRecipe("png-rgba-1mp", .small, "photo, RGBA") { PictureFile.png(photo.rgba, .small, color: 6) },
        PictureRecipe("png-rgb-12mp", .large, "photo, RGB") { PictureFile.png(largePhoto.rgb, .large, color: 2) },
        PictureRecipe("png-rgba-12mp", .large, "photo, RGBA") { PictureFile.png(largePhoto.rgba, .large, color: 6) },
        PictureRecipe("png-screen", .screen, "screenshot, RGB") { PictureFile.png(screen.rgb, .screen, color: 2) },
        PictureRecipe("png-screen-pal8", .screen, "screenshot, 256 colours") {
            PictureFile.png(screen.indices, .screen, color: 3, palette: ScreenshotGenerator.palette)
        },
        PictureRecipe("png-screen-pal4", .screen, "screenshot, 16 colours") {
            PictureFile.png(screen.fewIndices, .screen, color: 3, depth: 4, palette: ScreenshotGenerator.fewColors)
        },
        PictureRecipe("png-photo-pal8", .small, "photo, 252 colours, dithered") {
            PictureFile.png(photo.indices, .small, color: 3, palette: Raster.palette)
        },
        PictureRecipe("png-gray", .small, "photo, grey") { PictureFile.png(photo.gray, .small, color: 0) },
        PictureRecipe("png-rgb16", .small, "photo, 16 bits a channel") {
            PictureFile.png(photo.deep, .small, color: 2, depth: 16)
        },
        PictureRecipe("png-adam7", .small, "photo, RGB, interlaced") {
            PictureFile.png(photo.rgb, .small, color: 2, isInterlaced: true)
        },
    ]

    static let interchangeFormats = [
        PictureRecipe("gif-screen", .screen, "screenshot") {
            let frame = PictureFrame(width: PictureSize.screen.width, indices: screen.indices)
            return PictureFile.gif([frame], .screen, palette: ScreenshotGenerator.palette)
        },
        PictureRecipe("gif-photo", .small, "photo, dithered") {
            let frame = PictureFrame(width: PictureSize.small.width, indices: photo.indices)
            return PictureFile.gif([frame], .small, palette: Raster.palette)
        },
        PictureRecipe("gif-film", .film, "film of 30 frames, each new all over", frames: 30) {
            PictureFile.gif(AnimationGenerator.film(photo, .film, frames: 30), .film, palette: Raster.palette)
        },
        PictureRecipe("gif-sprite", .sprite, "figure that moves, 60 frames", frames: 60) {
            PictureFile.gif(AnimationGenerator.sprite(.sprite, frames: 60), .sprite, palette: Raster.palette)
        },
    ]

    static let photographs = [
        PictureRecipe("jpeg-1mp", .small, "photo, 4:2:0") { PictureFile.jpeg(photo.rgb, .small, image_jpeg_420) },
        PictureRecipe("jpeg-444-1mp", .small, "photo, 4:4:4") { PictureFile.jpeg(photo.rgb, .small, image_jpeg_444) },
        PictureRecipe("jpeg-progressive-1mp", .small, "photo, 4:2:0, progressive") {
            PictureFile.jpeg(photo.rgb, .small, image_jpeg_progressive)
        },
        PictureRecipe("jpeg-cmyk-1mp", .small, "photo, CMYK") {
            PictureFile.jpeg(photo.cmyk, .small, image_jpeg_cmyk)
        },
        PictureRecipe("jpeg-12mp", .large, "photo, 4:2:0") { PictureFile.jpeg(largePhoto.rgb, .large, image_jpeg_420) },
    ]

    static let others = [
        PictureRecipe("tiff-raw", .small, "photo, not compressed") {
            PictureFile.tiff(photo.rgb, .small, compression: 1)
        },
        PictureRecipe("tiff-lzw", .small, "photo, LZW with a predictor") {
            PictureFile.tiff(photo.rgb, .small, compression: 5)
        },
        PictureRecipe("tiff-deflate", .small, "photo, deflate with a predictor") {
            PictureFile.tiff(photo.rgb, .small, compression: 8)
        },
        PictureRecipe("webp-lossy", .small, "photo") { PictureFile.webp(photo.rgb, .small, isLossless: false) },
        PictureRecipe("webp-lossless", .small, "photo") { PictureFile.webp(photo.rgb, .small, isLossless: true) },
        PictureRecipe("avif", .small, "photo, 4:2:0") { PictureFile.avif(photo.rgb, .small) },
    ]

    static let bitmaps = [
        PictureRecipe("bmp24", .small, "photo, 24 bits") { BitmapWriter.bytes(photo.rgb, .small, channels: 3) },
        PictureRecipe("bmp32", .small, "photo, 32 bits") { BitmapWriter.bytes(photo.opaque, .small, channels: 4) },
        PictureRecipe("bmp8", .small, "photo, 252 colours, dithered") {
            BitmapWriter.bytes(indices: photo.indices, palette: Raster.palette, .small)
        },
    ]
}
