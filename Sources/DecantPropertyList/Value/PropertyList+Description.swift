extension PropertyList: CustomStringConvertible {
    /// The value in one line, for people: no format of property lists.
    public var description: String {
        var printer = PropertyListPrinter()
        var walk = PropertyListWalk(document, from: index, sortsKeys: false)
        while let event = walk.next() {
            switch event {
            case .begin(let node): printer.begin(document.kind(of: node).listKind)
            case .key(let node): printer.key(document.string(at: node))
            case .scalar(let node): printer.scalar(PropertyList(owner: owner, index: node).scalarText)
            case .end(let node): printer.end(document.kind(of: node).listKind)
            }
        }
        return printer.text
    }

    private var scalarText: String {
        switch kind {
        case .boolean: bool == true ? "true" : "false"
        case .integer: "\(integer(as: Int128.self) ?? 0)"
        case .real: "\(real ?? 0)"
        case .date: "date(\(secondsSinceReferenceDate ?? 0))"
        case .data: PropertyListPrinter.data(data ?? [])
        case .uid: "uid(\(uid ?? 0))"
        default: (string ?? "").debugDescription
        }
    }
}
