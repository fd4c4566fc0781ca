import DecantCore

/// The nodes and attributes of a document, as far as they are built.
struct XMLTree {
    /// The nodes so far; the first one is the document.
    var nodes: [XMLNode] = []

    /// The attributes so far.
    var attributes: [XMLAttributeRecord] = []

    /// Reads all of a document.
    ///
    /// - Parameters:
    ///   - tokenizer: What reads it.
    ///   - builder: What makes nodes of it.
    /// - Throws: ``ResponseError`` with the place where reading stopped.
    mutating func read(_ tokenizer: inout XMLTokenizer, _ builder: inout XMLDocumentBuilder) throws(ResponseError) {
        while true {
            switch fill(&builder, &tokenizer) {
            case .done: return
            case .needsRoom: builder.makeRoom(for: tokenizer.attributeCount, at: tokenizer.token.offset)
            case .failed(var error):
                // The tokenizer has told the place of what it has found.
                if error.position == nil, let offset = error.offset { tokenizer.locate(&error, at: offset) }
                throw error
            }
        }
    }
}
