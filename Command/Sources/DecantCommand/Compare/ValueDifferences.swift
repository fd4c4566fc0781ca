import Decant
import DecantCaptures
import DecantReport

/// The differences of two values by path.
struct ValueDifferences {
    /// The maximum number of differences that are listed.
    private static let maxListed = 20

    /// The maximum length of a value in characters.
    private static let maxValueLength = 80

    /// The length in characters from which on the beginning of a path is omitted.
    private static let maxPathLength = 200

    /// A part that differs.
    struct Difference: Encodable {
        /// The path in JSON and property lists, otherwise the line or the byte.
        let path: String

        /// The part of the first value; nil if it is only in the second.
        let before: String?

        /// The part of the second value; nil if it is only in the first.
        let after: String?

        /// The difference for a person.
        var text: String {
            let values = "\(before ?? "absent") → \(after ?? "absent")"
            return path.isEmpty ? values : "\(path): \(values)"
        }
    }

    /// The first differences.
    private(set) var listed: [Difference] = []

    /// The number of all differences.
    private(set) var count = 0

    init() {}

    /// Compares two values, each with its body.
    init(
        from old: any DecodedValue,
        _ oldBody: ResponseBytes,
        to new: any DecodedValue,
        _ newBody: ResponseBytes,
        _ mask: CredentialMask
    ) {
        switch (old, new) {
        case (let old as JSON, let new as JSON): compare(old, new, mask)
        case (let old as PropertyList, let new as PropertyList): compare(old, new, mask)
        case (let old as ReportedImage, let new as ReportedImage):
            guard old.image != new.image else { return }
            let (before, after) = ("\(ImageProperties(image: old.image))", "\(ImageProperties(image: new.image))")
            add("image", before, before == after ? "\(after), other pixels" : after)
        case (is ResponseBytes, is ResponseBytes):
            let equal = zip(oldBody, newBody).prefix { $0 == $1 }.count
            add("byte \(equal.grouped)", "\(oldBody.count.grouped) bytes", "\(newBody.count.grouped) bytes")
        default: compareLines(Self.text(of: old, oldBody), Self.text(of: new, newBody), mask)
        }
    }

    private mutating func add(_ path: @autoclosure () -> String, _ before: String?, _ after: String?) {
        count += 1
        guard listed.count < Self.maxListed else { return }
        listed.append(Difference(path: path(), before: before, after: after))
    }

    /// Returns the text that is compared line by line: the outline of a document, or the body.
    private static func text(of value: any DecodedValue, _ body: ResponseBytes) -> String {
        guard let value = value as? any PrintableValue else { return String(decoding: body, as: UTF8.self) }
        return BodyText(value, lineLimit: .max, byteLimit: .max).text
    }

    private mutating func compareLines(_ old: String, _ new: String, _ mask: CredentialMask) {
        let (oldLines, newLines) = (Self.lines(of: old), Self.lines(of: new))
        // A line that is inserted moves all others, so only the first difference says something.
        let index = (0..<max(oldLines.count, newLines.count)).first { index in
            guard index < oldLines.count, index < newLines.count else { return true }
            return !oldLines[index].elementsEqual(newLines[index])
        }
        guard let index else { return }
        // A credential may begin in an earlier line, and a mask keeps the line breaks.
        let shown = [old, new].map { text -> String? in
            let lines = Self.lines(of: mask(text))
            guard index < lines.count else { return nil }
            return String(decoding: lines[index], as: UTF8.self).visible.excerpt(to: Self.maxValueLength)
        }
        add("line \((index + 1).grouped)", shown[0], shown[1])
    }

    private static func lines(of text: String) -> [Substring.UTF8View] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    }
}

// MARK: - Trees

extension ValueDifferences {
    /// A pair of values that is not compared yet, with the index of its path; one of the values may be absent.
    private struct Pair<Value> {
        let path: Int
        let old: Value?
        let new: Value?
    }

    /// Parts of two values with the same name or index.
    private typealias Child<Value> = (name: String, old: Value?, new: Value?)

    /// The paths of compared containers.
    ///
    /// Each has the index of its parent, so a deep value takes memory in proportion to its names.
    private struct Paths {
        private var nodes: [(parent: Int, name: String, scope: CredentialScope?)] = [(0, "", nil)]

        /// Adds a part, which is a credential if its container is.
        mutating func add(_ name: String, in parent: Int) -> Int {
            nodes.append((parent, name, nodes[parent].scope ?? CredentialScope(after: name)))
            return nodes.count - 1
        }

        func text(of index: Int) -> String {
            var names: [String] = []
            var index = index
            var length = 0
            while index > 0, length < ValueDifferences.maxPathLength {
                names.append(nodes[index].name.escapedInPointer.excerpt(to: ValueDifferences.maxValueLength))
                length += names.last?.unicodeScalars.count ?? 0
                index = nodes[index].parent
            }
            return (index > 0 ? "…" : "") + names.reversed().map { "/\($0)" }.joined()
        }

        /// The values that the names of a part and of its containers hide.
        func scope(of index: Int) -> CredentialScope? { nodes[index].scope }
    }

    /// Compares two trees with an explicit stack, members by name and elements by index.
    private mutating func compare<Value: OutlinedValue & Equatable>(_ old: Value, _ new: Value, _ mask: CredentialMask)
    {
        var paths = Paths()
        var stack = [Pair(path: 0, old: Optional(old), new: Optional(new))]
        while let pair = stack.popLast() {
            guard let children = Self.children(pair) else {
                if let old = pair.old, let new = pair.new, old.parts == nil, new.parts == nil, old == new { continue }
                let scope = mask.isActive ? paths.scope(of: pair.path) : nil
                let shown = [pair.old, pair.new].map { $0.map { Self.text(of: $0, scope, mask) } }
                add(paths.text(of: pair.path), shown[0], shown[1])
                continue
            }
            let pairs = children.map { Pair(path: paths.add($0.name, in: pair.path), old: $0.old, new: $0.new) }
            stack += pairs.reversed()
        }
    }

    /// Returns the parts of two objects or of two arrays; nil for other values.
    private static func children<Value: NestedValue>(_ pair: Pair<Value>) -> [Child<Value>]? {
        switch (pair.old?.parts, pair.new?.parts) {
        case (.members(let old)?, .members(let new)?): members(old, new)
        case (.elements(let old)?, .elements(let new)?): elements(Array(old), Array(new))
        default: nil
        }
    }

    /// Pairs members by name, exactly as written; the last of several with the same name counts.
    private static func members<Value>(
        _ old: AnyIterator<(name: String, value: Value)>,
        _ new: AnyIterator<(name: String, value: Value)>
    ) -> [Child<Value>] {
        var children: [Child<Value>] = []
        var indices: [[UInt8]: Int] = [:]
        func index(of name: String) -> Int {
            let index = indices[Array(name.utf8), default: children.count]
            if index == children.count { children.append((name, nil, nil)) }
            indices[Array(name.utf8)] = index
            return index
        }
        for (name, value) in old { children[index(of: name)].old = value }
        for (name, value) in new { children[index(of: name)].new = value }
        return children
    }

    private static func elements<Value>(_ old: [Value], _ new: [Value]) -> [Child<Value>] {
        (0..<max(old.count, new.count)).map { index in
            ("\(index)", index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
        }
    }

    private static func text(
        of value: some OutlinedValue,
        _ scope: CredentialScope?,
        _ mask: CredentialMask
    ) -> String {
        switch value.parts {
        case .members: return "an object"
        case .elements: return "an array"
        case nil: break
        }
        let (look, text) = value.scalar(isTerminal: true)
        switch look {
        // Booleans and null are ordinary, and so are most numbers.
        case .magenta, .dim: return text
        case .cyan where scope?.hidesNumbers != true: return text
        default: return scope == nil ? mask(text).excerpt(to: maxValueLength) : "redacted"
        }
    }
}

/// The values that the name of a part hides.
private struct CredentialScope {
    let hidesNumbers: Bool

    /// Creates the scope of a name; nil for an ordinary name.
    init?(after name: String) {
        guard Credentials.hidesText(after: name) else { return nil }
        hidesNumbers = Credentials.hidesNumbers(after: name)
    }
}

extension String {
    /// The text as a token of a JSON Pointer (RFC 6901 §3), safe for a terminal.
    fileprivate var escapedInPointer: String {
        replacing("~", with: "~0").replacing("/", with: "~1").visible.replacing("\n", with: "\u{2424}")
    }
}
