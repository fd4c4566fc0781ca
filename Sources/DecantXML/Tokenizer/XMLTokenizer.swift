// One struct is the whole state of reading; aspects are in files of their own. It reads a text of which everything is
// there, or a window: the part of a text that has arrived and is still needed.
//
//   advance ─ start, prolog, epilog ─ XMLTokenizer+Outside      errors ─ +Errors
//           └ content ─ +Content ─┬─ tags ─ +StartTag, +EndTag   names, namespaces ─ +Names, +Namespaces
//                                 ├─ text ─ +Text, +References
//                                 └─ comments, sections ─ +Markup
//
// Positions count from the beginning of what is held of the text being read: of the document (`documentText`), or, inside of
// an entity, of the store of declarations. `text` is the one that is read, `store` says which that is. A zero ends each.
//
// A token is committed whole: until it is complete nothing of what lasts is changed, or `recover` puts it back.

package import DecantCore
package import DecantText

/// Reads an XML document piece by piece (XML 1.0 fifth edition, Namespaces in XML 1.0), without recursion.
///
/// ```swift
/// var tokenizer = XMLTokenizer(text, options: XML.Options(), limits: Limits())
/// while try tokenizer.advance() {
///     switch tokenizer.token.kind { … }
/// }
/// ```
///
/// Slices of the current token and of its attributes are good until the next call of ``advance()``; if assembled text is
/// kept, they are good for ever, also in what ``takeStores()`` gives.
package struct XMLTokenizer: ~Copyable {
    /// The whole text, if it is not read through a window.
    let body: ResponseBody

    /// The text with what it was made of, if it was transcoded.
    package let decodedText: DecodedText?

    /// What was read, as it counts for the caller.
    let options: XML.Options

    let limits: Limits
    let depthLimit: Int
    let attributeLimit: Int
    let nameLimit: Int
    let textLimit: Int
    let processesNamespaces: Bool
    let keepsAssembled: Bool

    // What is read.

    var documentText: UnsafeXMLText
    var text: UnsafeXMLText
    var position = 0
    var store = XMLSlice.Store.text
    var phase = XMLPhase.start

    /// Whether an end without a start tag comes next, that of an element without content.
    var endsEmptyElement = false

    /// Whether the token so far changed something that has to be put back if it is not complete.
    var isDirty = false

    /// Whether all of the text is there.
    var isFinal = true

    /// No byte of the document before this one is malformed.
    var validated = 0

    /// Entities that are being read, from the outside to the inside, as the places to go back to.
    var sources: [XMLEntitySource] = []

    /// How many elements were open before the innermost entity; those cannot end in it.
    var elementFloor = 0

    /// Where the outermost entity is referred to, in the whole text.
    var referenceOffset = 0

    /// How many bytes entities brought in, with the cost of references.
    var expandedBytes = 0

    /// What attributes cost that were added because they are declared: the work for each, and the bytes they bring in.
    var defaultCost = 0

    /// How many findings there were before the token that changes something.
    var settledFindings = 0

    /// What to put back if the token is not complete.
    var checkpoint: XMLCheckpoint?

    // What comes out.

    /// The current token.
    package internal(set) var token = XMLToken(kind: .text, name: .none, text: .empty, offset: 0)

    var attributeList = UnsafeXMLBuffer<XMLAttributeRecord>()
    var elements = UnsafeXMLBuffer<XMLOpenElement>()
    var assembled = UnsafeXMLBuffer<UInt8>()
    var declared = UnsafeXMLBuffer<UInt8>()
    var namespaceState = XMLNamespaceState()
    var window = XMLWindow()

    /// Whether the document type declaration is being read, so that all of ``declarations`` comes from the current token.
    var isReadingDocumentType = false

    /// The last offset whose line and column were asked for.
    var lines = LineCounter()

    /// The same in the text as it was received, if it was transcoded.
    var sourceCursor: TranscodingCursor?

    /// What the document type declares, once there is one.
    var declarations: XMLDeclarations?

    /// Whether it declares attributes, which tags have to be compared with.
    var declaresAttributes = false

    /// The XML declaration, if there is one.
    package internal(set) var declaration: XMLDeclarationInfo?

    /// What was noticed so far; places are in the body as received.
    package internal(set) var findings: [Finding] = []

    /// Why reading stopped.
    var failure: ResponseError?

    /// Fills in what is known about the response, if nobody else does.
    var completing: (@Sendable (ResponseError) -> ResponseError)?

    /// Why the text ends before that of the body does, if it was transcoded and is malformed there.
    var cut: ResponseError?

    /// Who says which charset the text is in, if that is not the document or no one.
    var charsetHint: String?

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text; that it is UTF-8 needs not to have been tested.
    ///   - options: How to read it.
    ///   - limits: How deep, how long and how many things may be.
    ///   - keepsAssembled: Whether text that is put together stays for ever, for a tree, instead of until the next token.
    package init(_ text: DecodedText, options: XML.Options, limits: Limits, keepsAssembled: Bool = false) {
        self.init(
            text.body,
            text.isInPlace ? nil : text,
            options: options,
            limits: limits,
            keepsAssembled: keepsAssembled
        )
        charsetHint = text.hint
        cut = text.failure
    }

    /// Reads a text in place, or one that was transcoded.
    init(
        _ body: ResponseBody,
        _ decodedText: DecodedText?,
        options: XML.Options,
        limits: Limits,
        keepsAssembled: Bool
    ) {
        self.body = body
        self.decodedText = decodedText
        self.options = options
        self.limits = limits
        self.keepsAssembled = keepsAssembled
        depthLimit = limits.xmlDepth
        attributeLimit = limits.xmlAttributes
        nameLimit = min(limits.xmlNameBytes, Int(UInt16.max))
        textLimit = min(limits.xmlTextBytes, XMLSlice.longest)
        processesNamespaces = options.processesNamespaces
        // Slices count in 32 bits.
        let isTooLong = body.count > Int(UInt32.max)
        documentText = isTooLong ? body.prefix(0).unsafeXMLText : body.unsafeXMLText
        if isTooLong { cut = Self.tooLong }
        text = documentText
    }
}
