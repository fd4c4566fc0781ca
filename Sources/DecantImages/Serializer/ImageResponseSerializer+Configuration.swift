public import DecantCore

extension ImageResponseSerializer {
    /// The options of the serializer: a value that can be stored, compared and restored.
    public struct Configuration: Sendable, Hashable, Codable {
        /// The options that every serializer has.
        public var response: ResponseConfiguration

        /// How the picture is decoded.
        public var image: ImageOptions

        /// When the pixels are made.
        public var decoding: ImageDecodingPolicy

        /// How many pixels make one point of the logical size.
        public var scale: Double

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - response: The options that every serializer has.
        ///   - image: How the picture is decoded.
        ///   - decoding: When the pixels are made.
        ///   - scale: How many pixels make one point of the logical size.
        public init(
            response: ResponseConfiguration,
            image: ImageOptions = ImageOptions(),
            decoding: ImageDecodingPolicy = .standard,
            scale: Double = 1
        ) {
            self.response = response
            self.image = image
            self.decoding = decoding
            self.scale = scale
        }
    }

    /// The options of the serializer; functions of the caller's are not in it.
    public var configuration: Configuration {
        get {
            Configuration(response: handling.configuration, image: options, decoding: decoding, scale: scale)
        }
        set {
            handling.configuration = newValue.response
            options = newValue.image
            decoding = newValue.decoding
            scale = newValue.scale
        }
    }

    /// Creates a serializer from stored options.
    ///
    /// - Parameter configuration: The options.
    public init(_ configuration: Configuration) {
        self.init(configuration.image)
        self.configuration = configuration
    }
}
