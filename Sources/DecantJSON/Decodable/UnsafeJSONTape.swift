// Why: a decoder looks at each name and value of a document several times, and going through two arrays of a structure
// costs a bounds test and often a reference count each time.
//
// Bound: the pointers are to the elements of the two arrays of one document. Whoever makes a tape keeps that document, so
// the arrays are neither released nor changed, and an array of trivial elements never moves by itself. An index is the
// one the decoding began at, or came from the links of a node, which lead from container to content and never behind the
// end of the container; the callers test against that end. Offsets and lengths were written by the scanner, inside the
// body, behind which stand 64 readable bytes. Debug builds assert the indices.

import DecantCore

/// The nodes and the text of a document that somebody else keeps alive.
@safe
struct UnsafeJSONTape {
    private let nodes: UnsafePointer<JSONNode>
    private let text: UnsafeRawPointer
    private let count: Int

    /// Looks at a document that outlives this value.
    init(_ document: borrowing JSONDocument) {
        count = document.nodes.count
        unsafe nodes = document.nodes.address
        let start = document.body.start
        unsafe text = document.body.storage.withUnsafeBytes { unsafe $0.baseAddress.unsafelyUnwrapped + start }
    }

    /// A node.
    @inline(__always)
    subscript(index: Int) -> JSONNode {
        assert(index >= 0 && index < count, "a node outside of the document")
        return unsafe nodes[index]
    }

    /// The index behind a value and all that is in it.
    @inline(__always)
    func next(after index: Int) -> Int {
        let node = self[index]
        return node.kind.isContainer ? node.end : index &+ 1
    }

    /// Whether the name at a node is this one; false for a name with escapes, whatever it says.
    @inline(__always)
    func hasName(_ name: UnsafeJSONName, at index: Int) -> Bool {
        let node = self[index]
        guard node.kind == .string, node.length == name.count else { return false }
        return unsafe name.matches(text + node.offset)
    }

    /// The two bits that stand for the name at a node in a set of 64; all bits if the name has escapes.
    @inline(__always)
    func nameBits(at index: Int) -> UInt64 {
        let node = self[index]
        guard node.kind == .string else { return .max }
        return unsafe UnsafeJSONName.bits(text + node.offset, node.length)
    }

    /// The bytes of a string or number as they stand in the text.
    @inline(__always)
    func withBytes<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = self[index]
        let bytes = unsafe UnsafeRawBufferPointer(start: text + node.offset, count: node.length)
        return unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
    }

    /// The text up to the end of a number.
    @inline(__always)
    func text(upTo end: Int) -> UnsafeJSONText { unsafe UnsafeJSONText(text, count: end) }
}

extension UnsafeJSONTape {
    /// The first name between two nodes of an object that is this one, or -1.
    func member(_ name: UnsafeJSONName, from start: Int, to end: Int) -> Int {
        var member = start
        while member < end {
            if isName(name, at: member) { return member }
            member = next(after: member &+ 1)
        }
        return -1
    }

    /// The first name between two nodes of an object that is this one, or -1; the bits of the others are collected.
    func member(_ name: UnsafeJSONName, from start: Int, to end: Int, passed: inout UInt64) -> Int {
        var member = start
        while member < end {
            if isName(name, at: member) { return member }
            passed |= nameBits(at: member)
            member = next(after: member &+ 1)
        }
        return -1
    }

    /// Whether the name at a node is this one, by its escapes too.
    @inline(__always)
    func isName(_ name: UnsafeJSONName, at index: Int) -> Bool {
        if hasName(name, at: index) { return true }
        return _slowPath(self[index].kind == .escapedString) && name.equals(string(at: index))
    }
}
