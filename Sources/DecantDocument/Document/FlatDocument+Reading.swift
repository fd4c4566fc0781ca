package import DecantCore

// All code that reads documents uses these functions. An index is either the start of the reading, or comes from a
// node. Nodes lead from a container to its content and never beyond its end; callers check against that end.

extension FlatDocument {
    /// Returns the index after a value and its descendants, or after a name.
    @inlinable
    package func next(after index: Int) -> Int {
        let node = self[index]
        return node.kind.isContainer ? node.end : index &+ 1
    }

    /// Returns a copy of the bytes at a data node.
    package func data(at index: Int) -> [UInt8] {
        withBytes(at: index) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
    }

    /// Returns the path from the top to a node; a name has the same path as its value.
    ///
    /// The cost is linear in the number of nodes to skip before the node, so use it only for errors and for display.
    package func path(to target: Int) -> [CodingPathComponent] {
        var path: [CodingPathComponent] = []
        var container = item(of: target)?.node ?? 0
        while container < target, self[container].kind.isContainer {
            let (child, position) = child(of: container, leadingTo: target)
            path.append(self[container].kind == .object ? .key(string(at: child - 1)) : .index(position))
            container = child
        }
        return path
    }

    /// Returns the element or value of a container that is or contains a node, and its position; a name leads to its
    /// value.
    func child(of container: Int, leadingTo target: Int) -> (child: Int, position: Int) {
        let skip = self[container].kind == .object ? 1 : 0
        var child = container &+ 1 &+ skip
        var position = 0
        while next(after: child) <= target {
            child = next(after: child) &+ skip
            position &+= 1
        }
        return (child, position)
    }

    /// Returns the element at a position of a container, or nil if the position is out of range.
    package func element(at position: Int, of container: Int) -> Int? {
        guard position >= 0, position < self[container].count else { return nil }
        var node = container + 1
        for _ in 0..<position { node = next(after: node) }
        return node
    }

    /// Calls a closure with the name node of each member of an object, in order.
    @inlinable
    func forEachName<Failure: Error>(in object: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) {
        let end = self[object].end
        var name = object &+ 1
        while name < end {
            try body(name)
            name = next(after: name &+ 1)
        }
    }

    /// Returns the name nodes of the first members of an object.
    package func names(of object: Int, upTo limit: Int) -> [Int] {
        var names: [Int] = []
        var name = object + 1
        while name < self[object].end, names.count < limit {
            names.append(name)
            name = next(after: name + 1)
        }
        return names
    }

    /// Returns the value of the first member with a name, or -1 if the node is not an object or has no such member.
    @usableFromInline
    package func value(_ name: MemberName, of object: Int) -> Int {
        guard self[object].kind == .object else { return -1 }
        let member = self.member(name, from: object &+ 1, to: self[object].end)
        return member < 0 ? -1 : member &+ 1
    }

    /// Returns the value of the first member with a name, or nil if the node is not an object or has no such member.
    package func value(named name: String, of object: Int) -> Int? {
        let found = MemberName.with(name) { value($0, of: object) }
        return found < 0 ? nil : found
    }
}

// MARK: - Locations

extension FlatDocument {
    /// Creates an error about a node, with its position in the text and its path, unless another path is given.
    package func error(
        _ code: ResponseError.Code,
        _ message: String,
        at index: Int,
        path: [CodingPathComponent]? = nil,
        hint: Hint? = nil
    ) -> ResponseError {
        let site = site(of: textOffset(of: index))
        return ResponseError(code, message, at: site, path: path ?? self.path(to: index), hint: hint)
    }

    /// Returns the site of an error at an offset; in a text, the line may be known in advance.
    package func site(of textOffset: Int, line: Int? = nil) -> ErrorSite {
        guard !isBinary else { return .bytes(body.start + textOffset) }
        let (source, start) = source(at: textOffset)
        return .text(textOffset - start, source, line: line)
    }

    /// Returns the offset in the text where a value begins; for a JSON string, the offset of the quotation mark.
    package func textOffset(of index: Int) -> Int {
        let node = self[index]
        return words == .json && node.kind.isString ? node.offset - 1 : node.offset
    }

    /// Returns the offset in the body as received where a value begins.
    package func sourceOffset(of index: Int) -> Int {
        let offset = textOffset(of: index)
        let (source, start) = source(at: offset)
        return source.sourceOffset(of: offset - start)
    }

    /// Returns the offset, line and column where a value begins.
    package func position(of index: Int) -> SourcePosition {
        let offset = textOffset(of: index)
        let (source, start) = source(at: offset)
        return source.position(of: offset - start)
    }

    /// Returns the text around an offset with the source of its bytes, and the start of the text.
    private func source(at offset: Int) -> (SourceText, start: Int) {
        guard let item = lastItem(where: { $0.bytes.lowerBound <= offset }) else {
            return (SourceText(body, transcoding), 0)
        }
        return (SourceText(body.shared(item.bytes), transcoding), item.bytes.lowerBound)
    }

    /// Returns the text that contains a node, or nil if the body is a single text.
    func item(of index: Int) -> DocumentItem? { lastItem { $0.node <= index } }

    /// Returns the last text that satisfies a predicate, by binary search; the predicate holds for a prefix of the
    /// texts.
    private func lastItem(where isUpTo: (DocumentItem) -> Bool) -> DocumentItem? {
        let items = items
        var range = 0..<items.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isUpTo(items[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound > 0 ? items[range.lowerBound - 1] : nil
    }
}

// MARK: - Unsafe
//
// Bound: offsets and lengths were written by the reader of the format, inside the body or the pool; at least 64
// readable bytes follow both.

extension FlatDocument {
    /// Returns the string at a string node, with its escapes resolved.
    @inlinable
    @inline(__always)
    package func string(at index: Int) -> String {
        let node = self[index]
        let content = unsafe content(of: node)
        // A text that depended on the document would retain it.
        return unsafe BorrowedText(content.start, length: content.count, node.kind.encoding, of: index).string
    }

    /// Calls a closure with the stored bytes of a string, data or number; escapes are not resolved.
    @inlinable
    @inline(__always)
    package func withBytes<Result, Failure: Error>(
        at index: Int,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let content = unsafe content(of: self[index])
        let bytes = unsafe UnsafeRawBufferPointer(start: content.start, count: content.count)
        return try unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
    }

    @unsafe
    @inlinable
    @inline(__always)
    func content(of node: DocumentNode) -> (start: UnsafeRawPointer, count: Int) {
        let kind = node.kind
        if _fastPath(kind.rawValue <= DocumentNode.Kind.nullString.rawValue || kind == .data) {
            return unsafe (text + node.offset, node.length)
        }
        if kind == .utf16String { return unsafe (text + node.offset, 2 &* node.length) }
        return unsafe (pool + node.count, node.end)
    }

    /// Returns the value of an integer node of at most 128 bits.
    @usableFromInline
    package func wideInteger(at index: Int) -> WideInteger {
        let node = self[index]
        switch node.kind {
        case .integer: return WideInteger(node.integer)
        case .unsigned: return WideInteger(low: node.payload)
        default:
            let start = unsafe node.kind == .wideInteger ? text + node.offset : pool + node.count
            let high = unsafe start.loadUnaligned(as: UInt64.self).bigEndian
            let low = unsafe start.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
            return WideInteger(high: high, low: low)
        }
    }

    /// Returns whether the name at a node equals a name; false for a name with escapes.
    @inlinable
    @inline(__always)
    func hasName(_ name: MemberName, at index: Int) -> Bool {
        let node = self[index]
        guard node.kind == .string, node.length == name.count else { return false }
        return unsafe name.matches(text + node.offset)
    }

    /// Returns the two bits of the name at a node in a set of 64; all bits if the name has escapes.
    @inline(__always)
    func nameBits(at index: Int) -> UInt64 {
        let node = self[index]
        guard node.kind == .string else { return .max }
        return unsafe MemberName.bits(text + node.offset, node.length)
    }

    /// Returns whether the name at a node equals a name, in any representation.
    @inline(__always)
    func isName(_ name: MemberName, at index: Int) -> Bool {
        if hasName(name, at: index) { return true }
        return _slowPath(self[index].kind != .string) && name.equals(string(at: index))
    }

    /// Returns the first name in a range of an object's name nodes that equals a given name, or -1.
    func member(_ name: MemberName, from start: Int, to end: Int) -> Int {
        var member = start
        while member < end {
            if isName(name, at: member) { return member }
            member = next(after: member &+ 1)
        }
        return -1
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit, or nil for any other character.
    @inlinable
    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// Functions that create strings from the text of documents.
@usableFromInline
package enum DocumentText {
    /// Creates a string from validated UTF-8.
    @inlinable
    @inline(__always)
    package static func string(validated bytes: Span<UInt8>) -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return unsafe String(copying: UTF8Span(unchecked: bytes))
        }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The number of bytes that a buffer for unescaped text must have in addition to the length of the text.
    @usableFromInline package static var slack: Int { UnsafeJSONUnescaper.slack }

    /// Resolves the escapes of a JSON string, in a buffer for as many bytes and the slack.
    @usableFromInline
    @_lifetime(borrow buffer)
    package static func unescaped(
        _ bytes: Span<UInt8>,
        in buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Span<UInt8> {
        let count = unsafe bytes.withUnsafeBufferPointer { source in
            var writer = unsafe UnsafeJSONUnescaper(source, into: buffer)
            return writer.run()
        }
        return unsafe _overrideLifetime(buffer.span.extracting(first: count), borrowing: buffer)
    }

    /// Converts big-endian UTF-16 without lone surrogates, in a buffer for three bytes per unit.
    @usableFromInline
    @_lifetime(borrow buffer)
    static func utf8(of units: Span<UInt8>, in buffer: UnsafeMutableBufferPointer<UInt8>) -> Span<UInt8> {
        var count = 0
        var index = 0
        while index < units.count {
            var scalar = UInt32(units[index]) << 8 | UInt32(units[index + 1])
            index += 2
            if UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: scalar)) {
                let low = UInt32(units[index]) << 8 | UInt32(units[index + 1])
                scalar = ScalarEncoding.scalar(scalar, low)
                index += 2
            }
            ScalarEncoding.encode(scalar) { byte in
                unsafe buffer.initializeElement(at: count, to: byte)
                count += 1
            }
        }
        return unsafe _overrideLifetime(buffer.span.extracting(first: count), borrowing: buffer)
    }
}
