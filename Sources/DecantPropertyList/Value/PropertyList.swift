import DecantCore

/// A value of a property list: a view that costs nothing to make and keeps the whole document alive.
public struct PropertyList: Sendable {
    package let owner: Owner
    package let index: Int

    init(owner: Owner, index: Int) {
        self.owner = owner
        self.index = index
    }

    /// The document that the value is part of.
    package var document: PropertyListDocument { owner.document }
}

extension PropertyList {
    /// Holds a document, so that a view of it is one reference and an index.
    package final class Owner: Sendable {
        package let document: PropertyListDocument

        init(_ document: PropertyListDocument) {
            self.document = document
        }
    }
}

extension PropertyListDocument {
    /// The value at the top of the list.
    public var root: PropertyList { PropertyList(owner: PropertyList.Owner(self), index: 0) }
}
