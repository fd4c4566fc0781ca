package import DecantCore
import DecantText

/// What the slices of a document point into, and where it came from.
package struct XMLStores: Sendable {
    /// The text in UTF-8.
    package let body: ResponseBody

    /// The text with what it was made of, if it was transcoded.
    let decodedText: DecodedText?

    /// What the document's declarations say.
    package let declared: [UInt8]

    /// What was put together.
    package let assembled: [UInt8]

    /// The names of namespaces by their numbers.
    package let namespaces: [String]
}

extension XMLStores {
    /// The text, with where its bytes came from.
    package var source: SourceText { SourceText(body, decodedText?.transcoding) }
}
