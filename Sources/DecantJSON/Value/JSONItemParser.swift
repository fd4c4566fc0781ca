package import DecantCore
public import DecantDocument

// Why: to allocate and free a document for each item takes as long as to read one of 200 bytes. So the parser keeps the last one,
// and writes the next one into its memory if nothing else refers to it any more.

/// A parser of the JSON texts of a stream, one after another, each of which is UTF-8 without a byte-order mark.
package struct JSONItemParser: ~Copyable {
    /// The number of nodes beyond which the memory of a document is not kept.
    private static let mostKept = 1 << 14

    /// The number of times that several texts are read byte by byte, once that was found to be faster, until it is tried again.
    private static let mostPlainTurns = 63

    /// Texts of fewer bytes are read in one pass, into the memory of the text before: two passes gain less than a new document costs.
    private static let shortLength = 1 << 13

    private let options: JSONScanOptions

    /// The number of those times that are left.
    private var plainTurns = 0

    /// The document that was made last.
    private var document: FlatDocument?

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - options: The ways in which the texts are read.
    ///   - limits: The bounds of depth, length and number.
    package init(_ options: JSON.Options, _ limits: Limits) {
        self.options = JSONScanOptions(options, limits)
    }

    /// Reads a text.
    ///
    /// - Parameter body: The text; a zero byte and others that can be read follow it.
    /// - Returns: The value, which is to be forgotten before the memory of the body is written to.
    /// - Throws: ``ResponseError`` with the position in the text.
    package mutating func parse(_ body: consuming ResponseBytes) throws(ResponseError) -> JSON {
        guard body.count < Self.shortLength, options.quirks.isEmpty, !options.mayRejectJSON else {
            return try JSONParser.document(body, nil, options)
        }
        guard scan(body), let document else {
            return try JSONParser.document(document?.body ?? ResponseBytes(), nil, options)
        }
        return JSON(DocumentReference(document), at: 0)
    }

    /// Reads the texts that some bytes begin with: lines, of which they have nothing else, or elements of an array.
    ///
    /// - Parameters:
    ///   - body: The bytes; a zero byte and others that can be read follow them.
    ///   - separator: The byte between texts.
    ///   - mostBytes: The number of bytes that a text may have.
    /// - Returns: The number of texts, for ``batch``: none if one of the lines is not as usual, and for elements those before the
    ///   first one that is not, or not all there with the comma or bracket after it.
    package mutating func parse(_ body: consuming ResponseBytes, _ separator: JSONSeparator, mostBytes: Int) -> Int {
        guard options.quirks.isEmpty, !options.mayRejectJSON else { return 0 }
        let length = body.count
        var flat = memory(for: body)
        let text = flat.bytes(upTo: length)
        var scanner = JSONScanner(text, JSONUncountedLines(), options: options, separator: separator)
        if plainTurns > 0 || length < Self.shortLength { scanner.isRegular = false }
        var result = flat.fill { scanner.resume(options.chunks, into: &$0) }
        while case .needsCapacity = result {
            flat = flat.grown(to: 2 * flat.count + 16)
            result = flat.fill { scanner.resume(options.chunks, into: &$0) }
        }
        plainTurns = scanner.isFasterPlain ? Self.mostPlainTurns : max(0, plainTurns - 1)
        document = flat
        scanner.endTexts(result, flat.count)
        let ranges = JSONTextRanges(text, separator, mostBytes: mostBytes, mostNodes: options.nodeLimit)
        let isWhole = ranges.add(to: flat, nodes: scanner.completeNodes, end: scanner.completeEnd)
        return isWhole || separator == .comma ? flat.items.count : 0
    }

    /// The texts that were read at once.
    package var batch: JSONBatch? { document.map { JSONBatch(DocumentReference($0), $0.items) } }

    /// Forgets the bytes of the last document, unless somebody else has a reference to it.
    package mutating func forget() {
        guard let last = takeDocument(), last.nodeCapacity <= Self.mostKept else { return }
        last.forget()
        document = consume last
    }

    /// The finding that a text is not JSON but was accepted.
    package static func finding(_ json: JSON) -> Finding? {
        let notes = json.flat.notes
        return notes == 0 ? nil : JSON.Quirks(rawValue: UInt32(notes)).finding
    }
}

/// The texts that were read at once, which have to be let go of before the parser reads others.
@usableFromInline
package struct JSONBatch {
    @usableFromInline let document: DocumentReference
    @usableFromInline let items: [DocumentItem]

    fileprivate init(_ document: DocumentReference, _ items: [DocumentItem]) {
        (self.document, self.items) = (document, items)
    }

    /// One of the texts.
    @inlinable
    @inline(__always)
    package subscript(index: Int) -> JSON { JSON(document, at: items[index].node) }

    /// The place of one in the bytes of all.
    package func bytes(ofItem index: Int) -> Range<Int> { items[index].bytes }
}

extension JSONItemParser {
    /// Reads a text into the document until it ends, or anything is not as usual.
    ///
    /// - Returns: Whether it is all there, and valid.
    @inline(__always)
    private mutating func scan(_ body: consuming ResponseBytes) -> Bool {
        let length = body.count
        var flat = memory(for: body)
        var scanner = JSONScanner(flat.bytes(upTo: length), JSONUncountedLines(), options: options)
        var result = flat.fill { scanner.run(into: &$0) }
        while case .needsCapacity = result, flat.count <= min(options.nodeLimit, length) {
            flat = flat.grown(to: 2 * flat.count + 16)
            result = flat.fill { scanner.run(into: &$0) }
        }
        let isInBounds = flat.count <= options.nodeLimit
        document = consume flat
        return if case .done = result { isInBounds } else { false }
    }

    /// The document that was made last, if it is free, or a new one with about as much memory.
    @inline(__always)
    private mutating func memory(for body: consuming ResponseBytes) -> FlatDocument {
        let count = document?.count ?? 0
        if let free = takeDocument(), free.nodeCapacity <= Self.mostKept {
            free.begin(body)
            return free
        }
        let likely = max(count + count / 4, min(body.count, 4096) * 3 >> 4) + 8
        return FlatDocument.make(body, capacity: likely, words: .json)
    }

    /// Takes the document that was made last out of the parser, without counting its references; nil if somebody else has one.
    private mutating func takeDocument() -> FlatDocument? {
        isKnownUniquelyReferenced(&document) ? document.take() : nil
    }
}
