extension XML {
    /// Where the value of a coding key stands.
    public enum KeyPlace: String, Sendable, Hashable, Codable {
        /// In an element, or if there is none of the name, in an attribute.
        case elementOrAttribute

        /// In an element.
        case element

        /// In an attribute.
        case attribute

        /// In the text of the element itself.
        case text
    }
}
