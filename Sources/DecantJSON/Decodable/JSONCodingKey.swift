/// A coding key made from a document: the name of a member or the index of an element.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    /// The member that `superDecoder()` reads.
    static let `super` = JSONCodingKey(stringValue: "super")
}
