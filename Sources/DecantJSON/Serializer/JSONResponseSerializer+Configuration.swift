public import DecantCore

extension JSONResponseSerializer {
    /// The options of the serializer: a value that can be stored, compared and restored.
    public struct Configuration: Sendable, Hashable, Codable {
        /// The options that every serializer has.
        public var response: ResponseConfiguration

        /// How the text is read, and how types are made of it.
        public var json: JSONOptions

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - response: The options that every serializer has.
        ///   - json: How the text is read, and how types are made of it.
        public init(response: ResponseConfiguration, json: JSONOptions = JSONOptions()) {
            self.response = response
            self.json = json
        }
    }

    /// The options of the serializer; functions of the caller's are not in it.
    public var configuration: Configuration {
        get { Configuration(response: handling.configuration, json: options) }
        set {
            handling.configuration = newValue.response
            options = newValue.json
        }
    }
}
