public import DecantCore

/// One value of a document, to be read directly; it is lent and cannot be kept.
public struct JSONReader: ~Escapable {
    let tape: UnsafeJSONTape
    let node: Int

    /// Looks at a value of a document.
    @_lifetime(borrow document)
    init(_ document: borrowing JSONDocument, at node: Int) {
        tape = UnsafeJSONTape(document)
        self.node = node
    }

    /// Looks at a value in the same document.
    @_lifetime(copy object)
    init(_ object: borrowing JSONObjectReader, at node: Int) {
        tape = object.tape
        self.node = node
    }

    /// Looks at a value in the same document.
    @_lifetime(copy array)
    init(_ array: borrowing JSONArrayReader, at node: Int) {
        tape = array.tape
        self.node = node
    }

    /// Whether the value is null.
    public var isNull: Bool { tape[node].kind == .null }

    /// The members of the value, which must be an object.
    ///
    /// - Returns: A reader of the members.
    /// - Throws: ``ResponseError`` if the value is no object.
    @_lifetime(copy self)
    public func object() throws(ResponseError) -> JSONObjectReader {
        guard tape[node].kind == .object else { throw mismatch("an object") }
        return JSONObjectReader(self)
    }

    /// The elements of the value, which must be an array.
    ///
    /// - Returns: A reader of the elements.
    /// - Throws: ``ResponseError`` if the value is no array.
    @_lifetime(copy self)
    public func array() throws(ResponseError) -> JSONArrayReader {
        guard tape[node].kind == .array else { throw mismatch("an array") }
        return JSONArrayReader(self)
    }
}
