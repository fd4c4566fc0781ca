// The grammar follows Apple's document type, PropertyList-1.0.dtd:
//
//   plist = value    dict = *(key value)    array = *value    and all other elements have text only, or nothing
//
// Attributes are ignored, as in CoreFoundation. Comments and instructions may occur anywhere. A root element that is a
// value without an enclosing `plist` is also accepted.

import DecantCore
import DecantDocument
import DecantXML

/// Builds a property list from XML tokens.
struct XMLPropertyListReader: ~Copyable {
    /// The state of the reader, in addition to the writer's open containers.
    enum State {
        /// Before the value, or after the end of the list.
        case outside

        /// In a `plist` or a container: whitespace and elements are allowed.
        case container

        /// In an element that contains text.
        case scalar(XMLPropertyListElement)
    }

    var writer: PropertyListWriter
    var state = State.outside

    /// Whether a `plist` element is open.
    var isInList = false

    /// Whether a top-level value has been read.
    var hasValue = false

    /// Whether the innermost container is a dictionary with a key that has no value yet.
    var awaitsValue = false

    /// The text of the scalar so far.
    var text = Text.none

    /// The offset of the scalar's tag.
    var tagOffset = 0

    /// The text of the document.
    let body: ResponseBytes

    init(_ body: ResponseBytes, _ limits: Limits) {
        self.body = body
        writer = PropertyListWriter(body, limits)
    }

    /// Whether text belongs to a scalar.
    ///
    /// Between elements, only whitespace is allowed.
    var isInScalar: Bool {
        if case .scalar = state { true } else { false }
    }

    /// Handles a token.
    mutating func read(
        _ token: XMLPlainToken,
        _ tokenizer: inout XMLTokenizer
    ) throws(PropertyListTextFault) {
        switch token.kind {
        case .start: try startElement(token, &tokenizer)
        case .end: try end(at: token.offset)
        case .text: try read(text: token.slice, &tokenizer, at: token.offset)
        case .leaf: try readLeaf(token, &tokenizer)
        }
    }

    /// Handles an element that contains only text.
    private mutating func readLeaf(
        _ token: XMLPlainToken,
        _ tokenizer: inout XMLTokenizer
    ) throws(PropertyListTextFault) {
        try startElement(token, &tokenizer)
        let start = token.slice.start
        if isInScalar {
            text = .contiguous(offset: start, count: token.slice.count)
        } else if let offset = body.firstOfText(from: start, count: token.slice.count) {
            throw fault("expected an element, but found text", offset)
        }
        try end(at: start + token.slice.count)
    }

    private mutating func startElement(
        _ token: XMLPlainToken,
        _ tokenizer: inout XMLTokenizer
    ) throws(PropertyListTextFault) {
        guard let element = XMLPropertyListElement(token.nameWord, count: token.nameCount) else {
            throw unknown(token, &tokenizer)
        }
        if case .scalar = state { throw fault("expected text, but found an element", token.offset) }
        switch element {
        case .plist: try startList(token.offset)
        case .key: try startKey(token.offset)
        default: try startValue(element, token.offset)
        }
    }

    private func unknown(_ token: XMLPlainToken, _ tokenizer: inout XMLTokenizer) -> PropertyListTextFault {
        let slice = token.kind == .leaf ? XMLSlice(offset: token.offset + 1, count: token.nameCount) : token.slice
        let name = tokenizer.string(of: slice).printable
        return fault("“\(name)” is not an element of a property list", token.offset)
    }

    private mutating func startList(_ offset: Int) throws(PropertyListTextFault) {
        guard !isInList, case .outside = state else { throw fault("expected a value, but found another list", offset) }
        isInList = true
        state = .container
    }

    private mutating func startKey(_ offset: Int) throws(PropertyListTextFault) {
        guard writer.kind == .object, !awaitsValue else { throw fault("expected a value, but found a key", offset) }
        writer.count()
        startScalar(.key, offset)
    }

    private mutating func startValue(
        _ element: XMLPropertyListElement,
        _ offset: Int
    ) throws(PropertyListTextFault) {
        switch writer.kind {
        case .object?:
            guard awaitsValue else { throw fault("expected a key, but found a value", offset) }
            awaitsValue = false
        case nil:
            guard !hasValue else { throw fault("expected the end of the list, but found another value", offset) }
            hasValue = true
        default: writer.count()
        }
        switch element {
        case .dictionary: try open(.object, offset)
        case .array: try open(.array, offset)
        default: startScalar(element, offset)
        }
    }

    private mutating func open(_ kind: DocumentNode.Kind, _ offset: Int) throws(PropertyListTextFault) {
        try writer.open(kind, at: offset)
        state = .container
    }

    private mutating func startScalar(_ element: XMLPropertyListElement, _ offset: Int) {
        state = .scalar(element)
        text = .none
        tagOffset = offset
    }

    private mutating func end(at offset: Int) throws(PropertyListTextFault) {
        if case .scalar(let element) = state {
            try finish(element, end: offset)
            state = .container
            return
        }
        if writer.depth == 0 {
            guard hasValue else { throw fault("expected a value, but found the end of the list", offset) }
            state = .outside
        } else {
            guard !awaitsValue else {
                throw fault("expected the value of a key, but found the end of the dictionary", offset)
            }
            writer.close()
        }
    }

    func fault(_ message: String, _ offset: Int) -> PropertyListTextFault {
        PropertyListTextFault(message, at: offset)
    }
}

/// The names of the elements of an XML property list.
///
/// A name is compared as a word that holds its bytes, the first one in the lowest eight bits. No name is longer than
/// eight bytes.
enum XMLPropertyListElement: UInt64 {
    case plist = 0x74_7369_6C70
    case dictionary = 0x7463_6964
    case array = 0x79_6172_7261
    case key = 0x79_656B
    case string = 0x676E_6972_7473
    case integer = 0x72_6567_6574_6E69
    case real = 0x6C61_6572
    case `true` = 0x6575_7274
    case `false` = 0x65_736C_6166
    case date = 0x6574_6164
    case data = 0x6174_6164

    /// Creates the element for a name.
    ///
    /// Returns nil if the name is unknown.
    ///
    /// - Parameters:
    ///   - word: The first eight bytes of the name, padded with zeros.
    ///   - count: The length of the name in bytes.
    init?(_ word: UInt64, count: Int) {
        guard count <= 8 else { return nil }
        self.init(rawValue: word)
    }
}
