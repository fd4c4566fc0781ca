/// How a document of some format says which charset it is in.
package enum DeclarationSyntax: Sendable, Hashable {
    /// Not at all.
    case none

    /// By the XML declaration: `<?xml version="1.0" encoding="…"?>`.
    case xml

    /// By a `meta` element of HTML.
    case html
}
