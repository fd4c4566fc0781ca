/// What stands in front of the first scan of a JPEG.
struct JPEGFile {
    var frame: JPEGFrame?

    /// Where the Exif data stand, without the name of their segment.
    var exif: Range<Int>?

    /// The pieces of the colour profile.
    var profile = JPEGProfile()

    /// The numbers of the components in the first scan, how it is refined, and where its data begin.
    var scan: (components: Int, spectrumStart: Int, dataStart: Int)?

    /// How the picture is to be turned.
    func orientation(_ bytes: ImageBytes) -> ImageOrientation {
        exif.flatMap { ExifReader.orientation(of: bytes, $0) } ?? .up
    }
}
