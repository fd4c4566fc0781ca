/// The choices for documents that may be accepted or not, with their reasons.
enum XMLChoices {
    /// Returns whether a document is accepted.
    ///
    /// - Parameters:
    ///   - path: Its path in the corpus.
    ///   - note: The note of the corpus about it.
    /// - Returns: Whether it is accepted.
    static func accepts(_ path: String, note: String) -> Bool { !rejected.keys.contains { path.hasPrefix($0) } }

    /// The documents that are rejected, by the beginnings of their paths.
    ///
    /// All others are accepted:
    ///
    /// - Names in characters that only the fifth edition allows in names: it is the edition that is read.
    /// - What is wrong only in an external entity: none is read.
    /// - What is written in UTF-32, or declared as UTF-16 by one label and in the other byte order by its mark: the mark and
    ///   the zeros say what it is (RFC 7303 §3).
    /// - What violates the validity of a document, or is an error that need not be reported.
    private static let rejected: [String: String] = [
        "feedparser/illformed/undeclared_namespace.xml": prefix,
        "libxml2/namespaces/err_2.xml": qualified,
        "libxml2/namespaces/err_6.xml": qualified,
        "libxml2/namespaces/err_8.xml": reserved,
        "roxmltree/attrs_err_002.xml": "two attributes have the same expanded name (Namespaces in XML §6.3)",
        "roxmltree/ns_err_001.xml": reserved,
        "roxmltree/ns_err_002.xml": reserved,
        "roxmltree/ns_err_003.xml": reserved,
        "roxmltree/ns_err_008.xml": reserved,
        "roxmltree/ns_err_009.xml": reserved,
        "roxmltree/ns_err_010.xml": prefix,
        "roxmltree/ns_err_011.xml": prefix,
        "libxml2/errors/quadratic-defattr.xml": expansion,
        "libxml2/recurse/good_attr.xml": expansion,
        "libxml2/recurse/lol_classic": expansion,
        "libxml2/recurse/lol_ig_": expansion,
        "libxml2/recurse/lol_long_": expansion,
        "libxml2/recurse/lol_param": expansion,
        "xmlconf/ibm/not-wf/P89/ibm89n06": roots,
        "xmlconf/ibm/not-wf/P89/ibm89n07": roots,
        "xmlconf/ibm/not-wf/P89/ibm89n08": roots,
        "xmlconf/ibm/not-wf/P89/ibm89n1": roots,
        "xmlconf/sun/not-wf/not-sa03.xml":
            "it says standalone=\"yes\", so that an entity must be declared where it is read",
        "xmlconf/xmltest/not-wf/not-sa/002.xml":
            "a parameter entity of the document has a text declaration in its replacement text",
        "xmlconf/xmltest/not-wf/sa/081.xml": external,
        "xmlconf/xmltest/not-wf/sa/082.xml": external,
    ]

    private static let roots = "a second root element is wrong in every edition; the names are not"
    private static let prefix = "a prefix is not bound (Namespaces in XML §5)"
    private static let qualified = "a name is not a qualified one (Namespaces in XML §4)"
    private static let reserved = "a reserved prefix or namespace is bound (Namespaces in XML §3)"
    private static let expansion = "entities bring in more, or are deeper inside each other, than the limits allow"
    private static let external = "an external entity is referred to in the value of an attribute (XML 1.0 §3.1)"
}
