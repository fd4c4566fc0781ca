import Crypto
import Decant

/// A value that has others in it, in a row or by names.
///
/// How such values are printed and digested is said once, for all formats.
protocol NestedValue: DecodedValue {
    /// The values in it; nil if it has no parts.
    var parts: NestedParts<Self>? { get }

    /// What stands before the bracket of a value with parts.
    var bracketPrefix: String { get }

    /// How a value without parts is printed.
    ///
    /// - Parameter isTerminal: Whether a person reads it, so that it may be cut.
    /// - Returns: A colour, and a text without anything that could command a terminal.
    func scalar(isTerminal: Bool) -> (TextStyle.Look, String)

    /// Adds the line of a value without parts.
    func addScalar(to digest: inout EventDigest)

    /// Whether the members of the value are digested by their names, each name once, and not in the order of the body.
    static var digestsSortedNames: Bool { get }
}

extension NestedValue {
    var bracketPrefix: String { "" }

    static var digestsSortedNames: Bool { false }

    func show(on output: inout ValueOutput) -> [Finding] {
        showParts(on: &output)
        return []
    }

    /// Writes the value and all that is in it.
    func showParts(on output: inout ValueOutput) {
        var printer = OutlinePrinter()
        for event in NestedEvents(self) { printer.print(event, on: &output) }
        output.putLine()
    }

    /// The digest of the events of the value.
    ///
    /// Brackets and braces stand for themselves; `k:` comes before the UTF-8 of a name.
    func digest() -> SHA256.Digest {
        var digest = EventDigest()
        for event in NestedEvents(self, sortsNames: Self.digestsSortedNames) {
            switch event {
            case .begin(_, .elements): digest.add("[")
            case .begin(_, .members): digest.add("{")
            case .end(.elements): digest.add("]")
            case .end(.members): digest.add("}")
            case .name(let name): digest.add("k:", hexadecimal: name.utf8)
            case .scalar(let value): value.addScalar(to: &digest)
            }
        }
        return digest.finish()
    }
}
