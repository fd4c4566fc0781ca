import DecantCore
import DecantJSON
import FuzzSupport

/// The readings of a value, which agree: borrowed, by views that keep the document, and as a tree.
enum JSONReadings {
    /// Compares all readings of a value and its parts.
    ///
    /// Recursion is bounded by the depth limit, which fits the stack.
    static func compare(_ json: JSON) {
        // Deeper trees are rejected.
        let tree = try? JSON.Value(json)
        compare(json.cursor, json, tree)
    }

    private static func compare(_ cursor: borrowing JSON.Cursor, _ json: JSON, _ tree: JSON.Value?) {
        assureEqual(cursor.kind, json.kind, "the kind of a borrowed value")
        assureEqual(cursor.count, json.count, "the number of borrowed parts")
        assureEqual(cursor.bool, json.bool, "a borrowed Boolean")
        assureEqual(cursor.int, json.int, "a borrowed integer")
        assureEqual(cursor.integer(as: UInt128.self), json.integer(as: UInt128.self), "a borrowed wide integer")
        assureEqual(cursor.double?.bitPattern, json.double?.bitPattern, "a borrowed number")
        assureEqual(cursor.string.map { Array($0.utf8) }, json.string.map { Array($0.utf8) }, "a borrowed string")
        compareContent(cursor, json, tree)
    }

    private static func compareContent(_ cursor: borrowing JSON.Cursor, _ json: JSON, _ tree: JSON.Value?) {
        switch cursor.kind {
        case .null: compare(tree, .null)
        case .boolean: compare(tree, cursor.bool.map { .boolean($0) })
        case .number where cursor.hasOnlyDigits:
            compare(tree, cursor.int.map { .integer($0) } ?? cursor.number.map { .number($0) })
        case .number:
            // NaN is accepted by a quirk.
            if let double = cursor.double, !double.isNaN { compare(tree, .double(double)) }
        case .string: if let text = cursor.text { compare(text, json.string ?? "", tree) }
        case .array:
            guard var elements = cursor.array else { fatalError("a borrowed array has no elements") }
            var values: [JSON.Value]?
            if case .array(let parts) = tree { values = parts }
            let views: [JSON] = json.array.map(Array.init) ?? []
            for (index, view) in views.enumerated() {
                guard let element = elements.next() else { fatalError("a borrowed array is too short") }
                compare(element, view, values?[index])
            }
            assure(elements.next()?.count == nil, "a borrowed array is too long")
        case .object:
            guard var members = cursor.object else { fatalError("a borrowed object has no members") }
            compare(&members, json, tree)
        }
    }

    private static func compare(_ tree: JSON.Value?, _ expected: JSON.Value?) {
        if let tree { assureEqual(tree, expected, "a value of a tree") }
    }

    private static func compare(_ text: borrowing BorrowedText, _ string: String, _ tree: JSON.Value?) {
        let bytes = text.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        assureEqual(bytes, Array(string.utf8), "borrowed text")
        assure(text == string, "borrowed text is not its string")
        compare(tree, .string(string))
    }

    private static func compare(_ members: inout JSON.Cursor.Values, _ json: JSON, _ tree: JSON.Value?) {
        var values: [(key: String, value: JSON.Value)]?
        if case .object(let parts) = tree { values = parts }
        let views: [(key: String, value: JSON)] = json.object.map(Array.init) ?? []
        for (index, view) in views.enumerated() {
            guard let member = members.next() else { fatalError("a borrowed object is too short") }
            compare(member.name, view.key, values.map { .string($0[index].key) })
            compare(member, view.value, values?[index].value)
            let position = json[view.key]?.position.offset
            assureEqual(offset(json.cursor[view.key]), position, "a borrowed lookup")
        }
        assure(members.next()?.count == nil, "a borrowed object is too long")
        for name in ["id", "a", ""] as [StaticString] {
            let position = json["\(name)"]?.position.offset
            assureEqual(offset(members.value(name)), position, "a borrowed lookup of a literal")
        }
    }

    private static func offset(_ cursor: borrowing JSON.Cursor?) -> Int? {
        guard let cursor = copy cursor else { return nil }
        return JSON(cursor).position.offset
    }
}
