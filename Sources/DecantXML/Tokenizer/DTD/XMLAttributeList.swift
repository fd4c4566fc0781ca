/// The attributes that are declared for one element.
final class XMLAttributeList {
    /// The names; their numbers are those of ``attributes``.
    var names = XMLNameTable()

    /// The attributes, each by its first declaration (XML 1.0 §3.3).
    private(set) var attributes: [XMLDeclaredAttribute] = []

    /// The numbers of those that have a default.
    private(set) var defaults: [Int] = []

    /// For each attribute, in which tag it was seen last.
    var seen: [Int] = []

    /// Adds an attribute, unless it was declared before.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - name: The bytes of its name.
    func add(_ attribute: XMLDeclaredAttribute, _ name: UnsafeXMLBytes) {
        guard names.number(of: name) == attributes.count else { return }
        if attribute.value != nil { defaults.append(attributes.count) }
        attributes.append(attribute)
        seen.append(0)
    }
}
