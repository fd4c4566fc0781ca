/// What a document type declares, as far as it matters for reading; a class, since most documents have none.
final class XMLDeclarations {
    /// The names of general entities; their numbers are those of ``entities``.
    var general = XMLNameTable()

    /// The general entities.
    var entities: [XMLEntity] = []

    /// The names of parameter entities; their numbers are those of ``parameters``.
    var parameterNames = XMLNameTable()

    /// The parameter entities.
    var parameters: [XMLEntity] = []

    /// The names of elements that have attribute lists; their numbers are those of ``attributeLists``.
    var listed = XMLNameTable()

    /// The attributes that are declared, by element.
    var attributeLists: [XMLAttributeList] = []

    /// How many tags were compared with attribute lists.
    var tagCount = 0

    /// The names of notations.
    var notations = XMLNameTable()

    /// What to tell of the document type.
    var documentType = XML.DocumentType(name: "")

    /// Whether there may be declarations that were not read: in an external subset, or in parameter entities.
    var mayHaveMore = false

    /// Whether a parameter entity was not read, so that declarations behind it do not count (XML 1.0 §5.1).
    var isIncomplete = false
}
