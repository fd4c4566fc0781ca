public import DecantCore

extension XMLDocumentResponseSerializer {
    /// The options of the serializer: a value that can be stored, compared and restored.
    public struct Configuration: Sendable, Hashable, Codable {
        /// The options that every serializer has.
        public var response: ResponseConfiguration

        /// How the text is read, and what the tree keeps of it.
        public var xml: XML.Options

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - response: The options that every serializer has.
        ///   - xml: How the text is read, and what the tree keeps of it.
        public init(response: ResponseConfiguration, xml: XML.Options = XML.Options()) {
            self.response = response
            self.xml = xml
        }
    }

    /// The options of the serializer; functions of the caller's are not in it.
    public var configuration: Configuration {
        get { Configuration(response: handling.configuration, xml: options) }
        set {
            handling.configuration = newValue.response
            options = newValue.xml
        }
    }
}
