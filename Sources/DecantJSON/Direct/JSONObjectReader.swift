public import DecantCore

/// The members of an object, to be read directly; it is lent and cannot be kept.
///
/// A look-up goes on where the last match ended, so members in the order of the questions are found at once. Of several
/// members with the same name it finds the first, in whatever order they are asked for (JSONFrame.swift says how).
public struct JSONObjectReader: ~Escapable {
    let tape: UnsafeJSONTape
    private let node: Int
    private let end: Int
    private var cursor: Int
    private var seen: UInt64 = 0

    /// Looks at the members of an object.
    @_lifetime(copy value)
    init(_ value: borrowing JSONReader) {
        tape = value.tape
        node = value.node
        end = tape[node].end
        cursor = node &+ 1
    }

    /// The value of a member.
    ///
    /// - Parameter key: The name of the member.
    /// - Returns: A reader of the value.
    /// - Throws: ``ResponseError`` if there is no such member.
    @_lifetime(copy self)
    public mutating func value(_ key: StaticString) throws(ResponseError) -> JSONReader {
        let value = find(key)
        if _slowPath(value < 0) { throw missing(key) }
        return JSONReader(self, at: value)
    }

    /// The value of a member, null if there is none.
    ///
    /// - Parameter key: The name of the member.
    /// - Returns: A reader of the value, or nil if the member is not there or null.
    @_lifetime(copy self)
    public mutating func valueIfPresent(_ key: StaticString) -> JSONReader? {
        let value = find(key)
        guard value >= 0, tape[value].kind != .null else { return nil }
        return JSONReader(self, at: value)
    }

    /// Reads each member in turn, in the order of the text.
    ///
    /// - Parameter body: Takes the name and the value of a member.
    /// - Throws: Whatever `body` throws.
    public func forEach(
        _ body: (_ name: String, _ value: borrowing JSONReader) throws(ResponseError) -> Void
    ) throws(ResponseError) {
        var member = node &+ 1
        while member < end {
            try body(tape.string(at: member), JSONReader(self, at: member &+ 1))
            member = tape.next(after: member &+ 1)
        }
    }

    /// The number of members.
    public var count: Int { tape[node].count }

    private func missing(_ key: StaticString) -> ResponseError {
        let offset = tape[node].offset
        return ResponseError(.keyNotFound, "no member “\(key)”", offset: offset)
    }
}

extension JSONObjectReader {
    /// The node of the first value with a name, or -1.
    @inline(__always)
    private mutating func find(_ key: StaticString) -> Int {
        let name = UnsafeJSONName(key)
        if cursor < end, tape.hasName(name, at: cursor), !name.mayBe(in: seen) {
            let value = cursor &+ 1
            cursor = tape.next(after: value)
            seen |= name.bits
            return value
        }
        return search(name)
    }

    @inline(never)
    private mutating func search(_ name: UnsafeJSONName) -> Int {
        if name.mayBe(in: seen) {
            let member = tape.member(name, from: node &+ 1, to: cursor)
            if member >= 0 { return member &+ 1 }
        }
        var passed: UInt64 = 0
        let member = tape.member(name, from: cursor, to: end, passed: &passed)
        guard member >= 0 else { return -1 }
        cursor = tape.next(after: member &+ 1)
        seen |= passed | name.bits
        return member &+ 1
    }
}
