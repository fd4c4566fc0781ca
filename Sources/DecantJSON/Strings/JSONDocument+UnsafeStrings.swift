// Why: the scanner has validated every string as UTF-8, and validating it again would cost as much as making the string.
//
// Bound: the offset and length of a string node were written by the scanner for this same body, inside of it; the span is
// cut out of the body with a bounds test nevertheless. The bytes are valid UTF-8 because the scanner stops at any others,
// and cutting at quotation marks, which are ASCII, splits no character. Unescaping writes at most as many bytes as it
// reads: two for a two-byte escape at most, three for `\uXXXX`, four for a pair of them.

import DecantCore

extension JSONDocument {
    /// The bytes of a string or number as they stand in the text: strings without quotation marks, escapes as written.
    @_lifetime(borrow self)
    @inline(__always)
    package func rawBytes(at index: Int) -> Span<UInt8> {
        body.storage.padded.extracting(rawRange(of: index))
    }

    /// Where these bytes stand in the storage of the body.
    @inline(__always)
    package func rawRange(of index: Int) -> Range<Int> {
        let node = nodes[index]
        let start = body.start &+ node.offset
        return start..<start &+ node.length
    }

    /// The string at a node that is one, with its escapes resolved.
    @inline(__always)
    package func string(at index: Int) -> String {
        let bytes = rawBytes(at: index)
        if _slowPath(nodes[index].kind == .escapedString) { return Self.unescaped(bytes) }
        return Self.string(validated: bytes)
    }

    /// The text of a number that stands in the body, which is ASCII.
    func string(ofNumberAt index: Int) -> String {
        Self.string(validated: rawBytes(at: index))
    }

    /// Makes a string of bytes that are known to be UTF-8.
    @inline(__always)
    static func string(validated bytes: Span<UInt8>) -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return unsafe String(copying: UTF8Span(unchecked: bytes))
        }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Makes a string of the bytes of a string with escapes, which stand in a body.
    @inline(never)
    static func unescaped(_ bytes: Span<UInt8>) -> String {
        let room = bytes.count + UnsafeJSONUnescaper.slack
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
            unsafe unescaped(bytes, in: buffer)
        }
    }

    /// The same, in room for as many bytes and the slack.
    static func unescaped(_ bytes: Span<UInt8>, in room: UnsafeMutableBufferPointer<UInt8>) -> String {
        let count = unsafe bytes.withUnsafeBufferPointer { source in
            var writer = unsafe UnsafeJSONUnescaper(source, into: room)
            return writer.run()
        }
        return string(validated: unsafe UnsafeBufferPointer(room).span.extracting(first: count))
    }
}
