/// A coding key of any text.
struct AnyKey: CodingKey {
    let stringValue: String

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }

    var intValue: Int? { nil }
}
