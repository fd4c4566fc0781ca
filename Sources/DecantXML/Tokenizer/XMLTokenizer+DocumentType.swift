import DecantCore

// While a document type declaration is read, `position` goes along with it; if the declaration turns out to be incomplete,
// it and all that was declared is put back.

extension XMLTokenizer {
    /// Reads the document type declaration (production 28).
    mutating func documentType(at start: Int) throws(XMLFault) -> Bool {
        if let mismatch = text.mismatch("<!DOCTYPE", at: start) {
            throw fault("expected “<!DOCTYPE”", at: start, reached: mismatch)
        }
        willChange()
        let declarations = documentTypeState.begin()
        position = start + 9
        try takeSpace(after: "“<!DOCTYPE”")
        let name = try takeName()
        declarations.documentType.name = string(of: name.slice)
        let hasSpace = takeSpace()
        let hasExternalSubset = text[position] != UInt8(ascii: "[") && text[position] != UInt8(ascii: ">")
        if hasSpace, hasExternalSubset { try takeExternalSubset() }
        takeSpace()
        if text[position] == UInt8(ascii: "[") {
            position += 1
            try takeInternalSubset()
            takeSpace()
        }
        try take(">", "at the end of the document type declaration")
        try validate(upTo: position)
        documentTypeState.finish()
        token = XMLToken(
            kind: .documentType,
            name: name,
            text: XMLSlice(offset: start, count: min(position - start, XMLSlice.longest)),
            offset: window.start + start
        )
        return true
    }

    /// Takes the identifiers of the external subset, which is not read.
    private mutating func takeExternalSubset() throws(XMLFault) {
        let start = position
        let identifiers = try takeExternalID(publicIDAlone: false)
        declarations?.documentType.publicID = identifiers.publicID
        declarations?.documentType.systemID = identifiers.systemID
        declarations?.mayHaveMore = true
        let message = "the external subset of the document type was not read"
        guard !rules.refusesExternalReferences else { throw fault(message, at: start, reached: position - 1) }
        skip(message, .note, start)
    }

    /// Takes the internal subset (production 28b) up to and with its closing bracket.
    private mutating func takeInternalSubset() throws(XMLFault) {
        while true {
            switch Unicode.Scalar(text[position]) {
            case " ", "\t", "\n", "\r": position += 1
            case "%": try takeParameterReference()
            case "<": try takeMarkupDeclaration()
            case "]" where expansion.isEmpty:
                position += 1
                return
            case "\0" where position == text.count && !expansion.isEmpty: endParameterEntity()
            default:
                let found = text.described(at: position)
                throw fault("expected a declaration or “]” in the document type, but found \(found)", at: position)
            }
        }
    }

    /// Takes a markup declaration, a comment or a processing instruction (production 29).
    private mutating func takeMarkupDeclaration() throws(XMLFault) {
        let start = position
        defer { if !rules.keepsAssembled { assembled.truncate(to: 0) } }
        if text[start + 1] == UInt8(ascii: "?") {
            _ = try processingInstruction(at: start)
            return
        }
        guard text[start + 1] == UInt8(ascii: "!") else {
            throw fault("expected a declaration", at: start, reached: start + 1)
        }
        switch Unicode.Scalar(text[start + 2]) {
        case "-": _ = try comment(at: start)
        case "E" where text[start + 3] == UInt8(ascii: "L"): try takeElementDeclaration()
        case "E": try takeEntityDeclaration()
        case "A": try takeAttributeListDeclaration()
        case "N": try takeNotationDeclaration()
        case "[":
            throw fault("a conditional section is allowed only in the external subset", at: start, reached: start + 2)
        default: throw fault("expected a declaration", at: start, reached: start + 2)
        }
    }

    /// Takes a reference to a parameter entity between declarations (production 28a).
    private mutating func takeParameterReference() throws(XMLFault) {
        let start = position
        let end = try uncolonizedName(text, at: start + 1, of: "an entity")
        let name = text.bytes(from: start + 1, to: end)
        guard text[end] == UInt8(ascii: ";") else {
            throw fault("expected “;” after “%\(name.string)”", at: end)
        }
        position = end + 1
        guard let declarations else { return }
        declarations.mayHaveMore = true
        guard let number = declarations.parameterNames.find(name), declarations.parameters[number].kind == .internal
        else {
            // What it declares is not known, so later declarations may not be the first of their names (§5.1).
            declarations.isIncomplete = true
            let message = "the parameter entity “\(name.string)” was not read"
            guard !rules.refusesExternalReferences else { throw fault(message, at: start, reached: position - 1) }
            return skip(message, .warning, start)
        }
        let entity = declarations.parameters[number]
        try count(entity, name, depth: expansion.depth, at: start)
        declarations.parameters[number].isOpen = true
        expansion.open(
            XMLEntitySource(
                entity: number,
                isParameter: true,
                position: position,
                end: text.count,
                store: store
            ),
            at: window.start + start,
            elements: elements.count
        )
        store = .declared
        text = declared.text(to: entity.end)
        position = entity.start
    }

    private mutating func endParameterEntity() {
        guard let source = expansion.close() else { return }
        declarations?.parameters[source.entity].isOpen = false
        store = source.store
        text = store == .text ? documentText : declared.text(to: source.end)
        position = source.position
    }
}

/// The document type declaration: not read, being read, or read.
struct XMLDocumentTypeState {
    /// The declarations, if there is a document type.
    private(set) var declarations: XMLDeclarations?
    /// Whether it declares attributes, which tags have to be compared with.
    private(set) var declaresAttributes = false
    /// Whether it is being read, so that all of ``declarations`` comes from the current token.
    private var isBeingRead = false

    mutating func begin() -> XMLDeclarations {
        let declarations = XMLDeclarations()
        self.declarations = declarations
        isBeingRead = true
        return declarations
    }

    mutating func finish() {
        isBeingRead = false
        if let declarations { declaresAttributes = !declarations.attributes.isEmpty }
    }

    /// Drops the declarations of a document type that is not complete.
    mutating func abandon() {
        if isBeingRead { declarations = nil }
        isBeingRead = false
    }
}

extension XMLTokenizer {
    /// The declarations of the document type, if there is one.
    var declarations: XMLDeclarations? { documentTypeState.declarations }
}

/// The declarations of a document type that matter for reading; a class, since most documents have none.
final class XMLDeclarations {
    /// The names of general entities; their numbers are those of ``entities``.
    var general = XMLNameTable()
    var entities: [XMLEntity] = []
    /// The names of parameter entities; their numbers are those of ``parameters``.
    var parameterNames = XMLNameTable()
    var parameters: [XMLEntity] = []
    /// The attributes that are declared, by element.
    var attributes = XMLAttributeTable()
    var notations = XMLNameTable()
    /// The public description of the document type.
    var documentType = XML.DocumentType(name: "")
    /// Whether there may be declarations that were not read: in an external subset, or in parameter entities.
    var mayHaveMore = false
    /// Whether a parameter entity was not read, so that declarations after it do not count (XML 1.0 §5.1).
    var isIncomplete = false
}

/// An entity that is declared (XML 1.0 §4.2).
struct XMLEntity {
    /// The kind of an entity.
    enum Kind {
        /// Its replacement text is in the document.
        case `internal`

        case external
        /// The entity is external, and not XML.
        case unparsed
    }

    var kind: Kind
    /// Its replacement text in the store of declarations, where a zero follows it.
    var replacement = XMLSlice.empty
    /// Whether it is being read.
    var isOpen = false

    var start: Int { replacement.start }
    var end: Int { replacement.start &+ replacement.count }
}
