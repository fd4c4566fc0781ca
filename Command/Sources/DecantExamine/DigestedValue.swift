import Decant
import DecantImages
import DecantReport

/// A decoded body with a digest for comparing decoders.
protocol DigestedValue: DecodedValue {
    /// Returns the SHA-256 of the value, which does not depend on the notation of the body.
    ///
    /// - Throws: `ResponseError` if a part of the body that is decoded on demand is malformed.
    func digest() throws(ResponseError) -> [UInt8]

    /// Additional members of a line with digests.
    var furtherDigests: [String: JSON.Value] { get }
}

extension DigestedValue {
    var furtherDigests: [String: JSON.Value] { [:] }
}

extension ResponseBytes: DigestedValue {
    func digest() -> [UInt8] { SHA256.digest(of: span) }
}

extension String: DigestedValue {
    /// The digest of the text in UTF-8.
    func digest() -> [UInt8] { SHA256.digest(of: Array(utf8).span) }
}

// MARK: - XML

extension XML.Document: DigestedValue {
    func digest() -> [UInt8] {
        var digest = XMLDigest()
        node.walk { node in
            switch node.kind {
            case .element: digest.startElement(node.name.written, node.writtenAttributes)
            case .text, .cdata: digest.text(node.text)
            case .comment: digest.comment(node.text)
            case .processingInstruction: digest.processingInstruction(node.name.written, node.text)
            case .document, .attribute: break
            }
        } end: { node in
            if node.isElement { digest.endElement(node.name.written) }
        }
        return digest.finish()
    }
}

extension XML.Events: DigestedValue {
    func digest() throws(ResponseError) -> [UInt8] {
        var reader = makeReader()
        var digest = XMLDigest()
        while let event = try reader.next() { digest.add(event) }
        return digest.finish()
    }
}

extension XMLEventStream: DigestedValue {
    func digest() throws(ResponseError) -> [UInt8] {
        var digest = XMLDigest()
        _ = try readAll { (reader: inout XML.Reader) throws(ResponseError) in
            while let event = try reader.next() { digest.add(event) }
        }
        return digest.finish()
    }
}

// MARK: - Nested values

/// A nested value whose digest covers its events, in the same way for all formats.
protocol DigestedNestedValue: NestedValue, DigestedValue {
    /// Adds the line of a value without parts.
    func addScalar(to digest: inout LineDigest)

    /// Whether members are sorted by name and duplicates dropped, instead of kept in the order of the body.
    static var digestsSortedNames: Bool { get }
}

extension DigestedNestedValue {
    static var digestsSortedNames: Bool { false }

    /// The digest of the events of the value.
    ///
    /// Brackets and braces represent themselves; `k:` precedes the UTF-8 of a name.
    func digest() -> [UInt8] {
        var digest = LineDigest()
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

extension JSON: DigestedNestedValue {
    /// Adds `s:` with the UTF-8 of a string, `n:` with the binary64 of a number, or `t`, `f`, and `z` for true, false,
    /// and null.
    func addScalar(to digest: inout LineDigest) {
        if let string {
            digest.add("s:", hexadecimal: string.utf8)
        } else if let number {
            digest.add("n:", hexadecimal: number.double.bigEndianBytes)
        } else {
            digest.add(bool.map { $0 ? "t" : "f" } ?? "z")
        }
    }
}

extension PropertyList: DigestedNestedValue {
    static var digestsSortedNames: Bool { true }

    /// Adds `s:` with the UTF-8 of a string, `d:` with bytes, `r:` with the binary64 of a number, and other values as
    /// text.
    func addScalar(to digest: inout LineDigest) {
        switch kind {
        case .string: digest.add("s:", hexadecimal: (string ?? "").utf8)
        case .integer: digest.add("i:\(integer(as: Int128.self) ?? 0)")
        case .real where double?.isNaN == true: digest.add("r:nan")
        case .real: digest.add("r:", hexadecimal: (double ?? 0).bigEndianBytes)
        case .boolean: digest.add(bool == true ? "b:1" : "b:0")
        case .date:
            digest.add("t:" + DateText(secondsSinceReferenceDate: secondsSinceReferenceDate ?? 0).textWithMicroseconds)
        case .uid: digest.add("u:\(uid ?? 0)")
        default: digest.add("d:", hexadecimal: data ?? [])
        }
    }
}
