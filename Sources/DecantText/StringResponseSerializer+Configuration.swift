public import DecantCore

extension StringResponseSerializer {
    /// The options of the serializer: a value that can be stored, compared and restored.
    public struct Configuration: Sendable, Hashable, Codable {
        /// The options that every serializer has.
        public var response: ResponseConfiguration

        /// How bytes become characters.
        public var text: TextOptions

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - response: The options that every serializer has.
        ///   - text: How bytes become characters.
        public init(response: ResponseConfiguration, text: TextOptions = TextOptions()) {
            self.response = response
            self.text = text
        }
    }

    /// The options of the serializer; functions of the caller's are not in it.
    public var configuration: Configuration {
        get { Configuration(response: handling.configuration, text: options) }
        set {
            handling.configuration = newValue.response
            options = newValue.text
        }
    }

    /// Creates a serializer from stored options.
    ///
    /// - Parameter configuration: The options.
    public init(_ configuration: Configuration) {
        self.init(configuration.text)
        handling.configuration = configuration.response
    }
}
