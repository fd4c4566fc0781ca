/// One attribute of an attribute-list declaration (XML 1.0 §3.3).
struct XMLDeclaredAttribute {
    /// Its name.
    var name: XMLName

    /// Whether its values are cut into tokens, so that white space around and between them does not count (§3.3.3).
    var isTokenized: Bool

    /// The value it has if it is not in a tag.
    var value: XMLSlice?
}
