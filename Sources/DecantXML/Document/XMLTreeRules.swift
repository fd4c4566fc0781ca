import DecantCore

/// What a tree keeps of what the tokenizer finds.
struct XMLTreeRules {
    /// Whether CDATA sections are nodes of their own.
    let keepsCDATA: Bool

    /// Whether comments are nodes.
    let keepsComments: Bool

    /// What becomes of white space.
    let whiteSpace: XML.Options.WhiteSpace

    /// Whether all white space is kept.
    let keepsSpace: Bool

    /// How many bytes one text may have.
    let textLimit: Int

    init(_ options: XML.Options, _ limits: Limits) {
        keepsCDATA = options.keepsCDATA
        keepsComments = options.keepsComments
        whiteSpace = options.whiteSpace
        keepsSpace = options.whiteSpace == .keep
        textLimit = min(limits.xmlTextBytes, XMLSlice.longest)
    }
}
