extension PropertyListValue: CustomStringConvertible {
    /// The value in one line, for people: no format of property lists.
    ///
    /// The members of dictionaries come by their keys.
    public var description: String {
        var printer = PropertyListPrinter()
        var walk = PropertyListValueWalk(self)
        while let event = walk.next() {
            switch event {
            case .begin(let kind, _): printer.begin(kind)
            case .key(let key): printer.key(key)
            case .scalar(let scalar): printer.scalar(scalar.scalarText)
            case .end(let kind): printer.end(kind)
            }
        }
        return printer.text
    }

    private var scalarText: String {
        switch self {
        case .string(let text): text.debugDescription
        case .integer(let value): "\(value)"
        case .wideInteger(let value): "\(value)"
        case .real(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .date(let seconds): "date(\(seconds))"
        case .data(let bytes): PropertyListPrinter.data(bytes)
        case .uid(let value): "uid(\(value))"
        case .array, .set, .dictionary: ""
        }
    }
}
