public import DecantCore

/// A value of a JSON document: a view that costs nothing to make and keeps the whole document alive.
public struct JSON: Sendable {
    package let owner: Owner
    package let index: Int

    init(owner: Owner, index: Int) {
        self.owner = owner
        self.index = index
    }

    /// The document that the value is part of.
    package var document: JSONDocument { owner.document }

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - options: What is accepted, and what is left out.
    ///   - limits: How deep, how long and how many things may be.
    /// - Throws: ``ResponseError`` with the place of the first fault.
    public init(
        parsing body: ResponseBody,
        options: borrowing JSONOptions = JSONOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        self = try JSONDocument(parsing: body, options: options, limits: limits).root
    }
}

extension JSON {
    /// Holds a document, so that a view of it is one reference and an index.
    package final class Owner: Sendable {
        package let document: JSONDocument

        init(_ document: JSONDocument) {
            self.document = document
        }
    }
}

extension JSONDocument {
    /// The value that the text is.
    public var root: JSON { JSON(owner: JSON.Owner(self), index: 0) }
}
