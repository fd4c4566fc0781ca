/// A coding key made from a document: the name of a member or the index of an element.
package struct DocumentKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    /// The member that `superDecoder()` reads.
    package static let `super` = DocumentKey(stringValue: "super")
}
