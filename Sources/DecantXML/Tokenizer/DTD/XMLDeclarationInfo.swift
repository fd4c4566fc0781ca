/// What the XML declaration at the beginning of a document says (XML 1.0 §2.8).
package struct XMLDeclarationInfo: Sendable, Hashable {
    /// The version, such as `1.0`.
    package var version = "1.0"

    /// The name of the encoding, as it is written.
    package var encoding: String?

    /// Whether nothing outside of the document changes what it says.
    package var standalone: Bool?
}
