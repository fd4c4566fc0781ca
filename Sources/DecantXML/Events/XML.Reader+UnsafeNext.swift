// Why: an event is bound to the reader, which the compiler cannot see through the pointer that the event is.
//
// Bound: the event borrows the reader exclusively, so that the reader can neither go on nor go away while it is used.

public import DecantCore

extension XML.Reader {
    /// Finds the next event.
    ///
    /// - Returns: The event, good until the next call; nil at the end of the document.
    /// - Throws: ``ResponseError`` with the place of the first fault, and the same again when it is asked again.
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> XML.Event? {
        guard try state.tokenizer.advance() else { return nil }
        return unsafe _overrideLifetime(XML.Event(state.loan), mutating: &self)
    }
}
