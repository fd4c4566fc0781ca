import CImageWriters

extension InputFile {
    /// Generates every image, in the order of the tables.
    ///
    /// - Parameter names: The names of the requested images; all if empty.
    package static func images(named names: [String] = []) -> [InputFile] {
        let recipes =
            ImageRecipe.networkGraphics + ImageRecipe.interchangeFormats + ImageRecipe.bitmaps
            + ImageRecipe.photographs + ImageRecipe.others
        return recipes.filter { names.isEmpty || names.contains($0.name) }.map(\.file)
    }
}

extension ImageRecipe {
    /// The images for the files, each generated once.
    private static let photo = PhotoGenerator.photo(.small, seed: 1)
    private static let largePhoto = PhotoGenerator.photo(.large, seed: 12)
    private static let iconPhoto = PhotoGenerator.photo(.icon, seed: 64)
    private static let screen = ScreenshotGenerator(.screen)

    static let networkGraphics = [
        ImageRecipe("png-icon", .icon, "image, RGBA") { ImageFile.png(iconPhoto.rgba, .icon, color: 6) },
        ImageRecipe("png-rgb-1mp", .small, "photo, RGB") { ImageFile.png(photo.rgb, .small, color: 2) },
        ImageRecipe("png-rgba-1mp", .small, "photo, RGBA") { ImageFile.png(photo.rgba, .small, color: 6) },
        ImageRecipe("png-rgb-12mp", .large, "photo, RGB") { ImageFile.png(largePhoto.rgb, .large, color: 2) },
        ImageRecipe("png-rgba-12mp", .large, "photo, RGBA") { ImageFile.png(largePhoto.rgba, .large, color: 6) },
        ImageRecipe("png-screen", .screen, "screenshot, RGB") { ImageFile.png(screen.rgb, .screen, color: 2) },
        ImageRecipe("png-screen-pal8", .screen, "screenshot, 256 colors") {
            ImageFile.png(screen.indices, .screen, color: 3, palette: ScreenshotGenerator.palette)
        },
        ImageRecipe("png-screen-pal4", .screen, "screenshot, 16 colors") {
            ImageFile.png(screen.fewIndices, .screen, color: 3, depth: 4, palette: ScreenshotGenerator.fewColors)
        },
        ImageRecipe("png-photo-pal8", .small, "photo, 252 colors, dithered") {
            ImageFile.png(photo.indices, .small, color: 3, palette: Raster.palette)
        },
        ImageRecipe("png-gray", .small, "photo, gray") { ImageFile.png(photo.gray, .small, color: 0) },
        ImageRecipe("png-rgb16", .small, "photo, 16 bits a channel") {
            ImageFile.png(photo.deep, .small, color: 2, depth: 16)
        },
        ImageRecipe("png-adam7", .small, "photo, RGB, interlaced") {
            ImageFile.png(photo.rgb, .small, color: 2, isInterlaced: true)
        },
    ]

    static let interchangeFormats = [
        ImageRecipe("gif-screen", .screen, "screenshot") {
            let frame = ImageFrame(width: ImageSize.screen.width, indices: screen.indices)
            return ImageFile.gif([frame], .screen, palette: ScreenshotGenerator.palette)
        },
        ImageRecipe("gif-photo", .small, "photo, dithered") {
            let frame = ImageFrame(width: ImageSize.small.width, indices: photo.indices)
            return ImageFile.gif([frame], .small, palette: Raster.palette)
        },
        ImageRecipe("gif-film", .film, "film of 30 frames, each new all over", frames: 30) {
            ImageFile.gif(AnimationGenerator.film(photo, .film, frames: 30), .film, palette: Raster.palette)
        },
        ImageRecipe("gif-sprite", .sprite, "figure that moves, 60 frames", frames: 60) {
            ImageFile.gif(AnimationGenerator.sprite(.sprite, frames: 60), .sprite, palette: Raster.palette)
        },
    ]

    static let photographs = [
        ImageRecipe("jpeg-1mp", .small, "photo, 4:2:0") { ImageFile.jpeg(photo.rgb, .small, image_jpeg_420) },
        ImageRecipe("jpeg-444-1mp", .small, "photo, 4:4:4") { ImageFile.jpeg(photo.rgb, .small, image_jpeg_444) },
        ImageRecipe("jpeg-progressive-1mp", .small, "photo, 4:2:0, progressive") {
            ImageFile.jpeg(photo.rgb, .small, image_jpeg_progressive)
        },
        ImageRecipe("jpeg-cmyk-1mp", .small, "photo, CMYK") {
            ImageFile.jpeg(photo.cmyk, .small, image_jpeg_cmyk)
        },
        ImageRecipe("jpeg-12mp", .large, "photo, 4:2:0") { ImageFile.jpeg(largePhoto.rgb, .large, image_jpeg_420) },
    ]

    static let others = [
        ImageRecipe("tiff-raw", .small, "photo, not compressed") {
            ImageFile.tiff(photo.rgb, .small, compression: 1)
        },
        ImageRecipe("tiff-lzw", .small, "photo, LZW with a predictor") {
            ImageFile.tiff(photo.rgb, .small, compression: 5)
        },
        ImageRecipe("tiff-deflate", .small, "photo, deflate with a predictor") {
            ImageFile.tiff(photo.rgb, .small, compression: 8)
        },
        ImageRecipe("webp-lossy", .small, "photo") { ImageFile.webp(photo.rgb, .small, isLossless: false) },
        ImageRecipe("webp-lossless", .small, "photo") { ImageFile.webp(photo.rgb, .small, isLossless: true) },
        ImageRecipe("avif", .small, "photo, 4:2:0") { ImageFile.avif(photo.rgb, .small) },
    ]

    static let bitmaps = [
        ImageRecipe("bmp24", .small, "photo, 24 bits") { BitmapWriter.bytes(photo.rgb, .small, channels: 3) },
        ImageRecipe("bmp32", .small, "photo, 32 bits") { BitmapWriter.bytes(photo.opaque, .small, channels: 4) },
        ImageRecipe("bmp8", .small, "photo, 252 colors, dithered") {
            BitmapWriter.bytes(indices: photo.indices, palette: Raster.palette, .small)
        },
        ImageRecipe("bmp8-runs-photo", .small, "photo, 252 colors, dithered, run lengths") {
            BitmapWriter.bytes(runsOf: photo.indices, palette: Raster.palette, .small)
        },
        ImageRecipe("bmp8-runs-screen", .screen, "screenshot, 256 colors, run lengths") {
            BitmapWriter.bytes(runsOf: screen.indices, palette: ScreenshotGenerator.palette, .screen)
        },
    ]
}
