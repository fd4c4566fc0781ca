public import DecantCore

extension XMLResponseSerializer {
    /// The options of the serializer: a value that can be stored, compared and restored.
    public struct Configuration: Sendable, Hashable, Codable {
        /// The options that every serializer has.
        public var response: ResponseConfiguration

        /// How the text is read.
        public var xml: XML.Options

        /// How the type is made of it.
        public var decoding: XML.DecodingOptions

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - response: The options that every serializer has.
        ///   - xml: How the text is read.
        ///   - decoding: How the type is made of it.
        public init(
            response: ResponseConfiguration,
            xml: XML.Options = XML.Options(),
            decoding: XML.DecodingOptions = XML.DecodingOptions()
        ) {
            self.response = response
            self.xml = xml
            self.decoding = decoding
        }
    }

    /// The options of the serializer; functions of the caller's are not in it.
    public var configuration: Configuration {
        get { Configuration(response: handling.configuration, xml: options, decoding: decoding) }
        set {
            handling.configuration = newValue.response
            options = newValue.xml
            decoding = newValue.decoding
        }
    }
}
