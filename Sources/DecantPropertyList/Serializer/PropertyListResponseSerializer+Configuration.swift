public import DecantCore

extension PropertyListResponseSerializer {
    /// The options of the serializer: a value that can be stored, compared and restored.
    public struct Configuration: Sendable, Hashable, Codable {
        /// The options that every serializer has.
        public var response: ResponseConfiguration

        /// How the list is read, and how types are made of it.
        public var propertyList: PropertyListOptions

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - response: The options that every serializer has.
        ///   - propertyList: How the list is read, and how types are made of it.
        public init(response: ResponseConfiguration, propertyList: PropertyListOptions = PropertyListOptions()) {
            self.response = response
            self.propertyList = propertyList
        }
    }

    /// The options of the serializer; functions and other things of the caller's are not in it.
    public var configuration: Configuration {
        get { Configuration(response: handling.configuration, propertyList: options) }
        set {
            handling.configuration = newValue.response
            options = newValue.propertyList
        }
    }
}
