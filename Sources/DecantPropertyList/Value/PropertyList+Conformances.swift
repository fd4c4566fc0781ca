import DecantDocument

extension PropertyList: Hashable {
    /// Returns whether two values are equal, whatever format they were read from.
    ///
    /// An integer and a floating-point number are never the same; two floating-point numbers that are none are. Strings are
    /// compared scalar by scalar; arrays in order, and so are sets, in the order of the document; dictionaries whatever the
    /// order of their members. Members of the same key are compared in order.
    public static func == (left: PropertyList, right: PropertyList) -> Bool {
        left.flat.isSame(left.index, as: right.index, of: right.flat)
    }

    /// Feeds the value to a hasher, so that equal values have equal hashes.
    public func hash(into hasher: inout Hasher) { flat.hash(index, into: &hasher) }
}

extension PropertyList: CustomStringConvertible {
    /// A description of the value in one line, which is not a format of property lists.
    public var description: String {
        var printer = PropertyListPrinter()
        var walk = DocumentWalk(flat, from: index, sortsNames: false)
        while let event = walk.next() {
            switch event {
            case .begin(let node): printer.begin(flat[node].kind.listKind)
            case .name(let node): printer.key(flat.string(at: node))
            case .scalar(let node): printer.scalar(PropertyList(reference, at: node).scalarText)
            case .end(let node): printer.end(flat[node].kind.listKind)
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
