// Why and bound: see XML.Reader+UnsafeNext.

public import DecantCore

extension XML.ChunkReader {
    /// Finds the next event.
    ///
    /// - Returns: The event, good until anything else is done with the reader; nil if more of the body is needed, or at its
    ///   end.
    /// - Throws: ``ResponseError`` with the place of the first fault, and the same again when it is asked again.
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> XML.Event? {
        guard try advance() else { return nil }
        return unsafe _overrideLifetime(XML.Event(state.loan), mutating: &self)
    }
}
