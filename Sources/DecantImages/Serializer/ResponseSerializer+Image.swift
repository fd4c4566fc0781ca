public import DecantCore

extension ResponseSerializer where Self == ImageResponseSerializer {
    /// A picture, decoded at once unless it is large.
    public static var image: Self { ImageResponseSerializer() }

    /// A picture, with options.
    ///
    /// - Parameters:
    ///   - options: How the picture is decoded.
    ///   - decoding: When the pixels are made.
    ///   - scale: How many pixels make one point of the logical size; above 0.
    /// - Returns: A serializer of pictures.
    public static func image(
        _ options: ImageOptions = ImageOptions(),
        decoding: ImageDecodingPolicy = .standard,
        scale: Double = 1
    ) -> Self {
        ImageResponseSerializer(options).decoding(decoding).scale(scale)
    }
}
