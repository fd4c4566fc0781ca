import DecantCore
import DecantDocument

extension PropertyList: Hashable {
    /// Returns whether two values are equal, even if they were read from different formats.
    ///
    /// An integer never equals a floating-point number. NaN equals NaN. Strings are compared scalar by scalar. Arrays
    /// are compared in order, and so are sets, in the order of the document. Dictionaries are compared independently of
    /// the order of their members, except that members with the same key are compared in order.
    public static func == (left: PropertyList, right: PropertyList) -> Bool {
        left.flat.isSame(left.index, as: right.index, of: right.flat)
    }

    /// Feeds the value to a hasher.
    ///
    /// Equal values have equal hashes.
    public func hash(into hasher: inout Hasher) { flat.hash(index, into: &hasher) }
}

extension PropertyList: ErrorSummarizing {
    /// The message of an error body, from the keys that hold it in JSON; empty if no message is found.
    package var errorSummary: String { serverMessage }
}

extension PropertyList: CustomStringConvertible {
    /// A one-line description of the value, which is not in a property list format.
    public var description: String {
        var printer = PropertyListPrinter()
        var walk = DocumentWalk(flat, from: index, sortsNames: false)
        while let event = walk.next() {
            switch event {
            case .begin(let node): printer.start(flat[node].kind.listKind)
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
        case .integer: flat.numberText(at: index)
        case .real: "\(double ?? 0)"
        case .date: "date(\(secondsSinceReferenceDate ?? 0))"
        case .data: PropertyListPrinter.data(data ?? [])
        case .uid: "uid(\(uid ?? 0))"
        default: (string ?? "").debugDescription
        }
    }
}
