package import DecantCore
public import DecantDocument

// Why: allocating and freeing a document for each item takes as long as reading an item of 200 bytes. So the parser
// keeps the last document, and writes the next item into its memory if nothing else refers to it.

/// A parser of the JSON texts of a stream, each in UTF-8 without a byte-order mark.
package struct JSONItemParser: ~Copyable {
    /// The maximum number of nodes in a document whose memory is kept.
    private static let maxKept = 1 << 14

    /// The number of batches to read byte by byte, after that has proved faster, before the next attempt with chunks.
    private static let maxPlainTurns = 63

    /// Shorter texts are read in one pass, into the memory of the last one; two passes gain less than a document costs.
    private static let shortLength = 1 << 13

    private let options: JSONScanOptions

    /// The remaining number of batches to read byte by byte.
    private var plainTurns = 0

    /// The last document.
    private var document: FlatDocument?

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - options: The options for reading the texts.
    ///   - limits: The limits on nesting, on the number of nodes, and on the length of a number.
    package init(_ options: JSON.Options, _ limits: Limits) {
        self.options = JSONScanOptions(options, limits)
    }

    /// Parses one text.
    ///
    /// - Parameter body: The text, followed by a zero byte and more readable bytes.
    /// - Returns: The value. Release it before the memory of the body is overwritten.
    /// - Throws: ``ResponseError`` with the position in the text.
    package mutating func parse(_ body: consuming ResponseBytes) throws(ResponseError) -> JSON {
        guard body.count < Self.shortLength, !options.mayRejectJSON else {
            return try JSONParser.document(body, nil, options)
        }
        guard scan(body), let document else {
            return try JSONParser.document(document?.body ?? ResponseBytes(), nil, options)
        }
        return JSON(DocumentReference(document), at: 0)
    }

    /// Parses the texts at the start of some bytes: a run of complete lines, or elements of an array.
    ///
    /// - Parameters:
    ///   - body: The bytes, followed by a zero byte and more readable bytes.
    ///   - separator: The byte between texts.
    ///   - maxBytes: The maximum number of bytes in a text.
    /// - Returns: The number of texts in ``batch``. For lines, 0 if any line is irregular. For elements, the number
    ///   before the first element that is irregular or incomplete; a complete element has the comma or bracket after
    ///   it.
    package mutating func parse(_ body: consuming ResponseBytes, _ separator: JSONSeparator, maxBytes: Int) -> Int {
        guard !options.mayRejectJSON else { return 0 }
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
        plainTurns = scanner.isFasterPlain ? Self.maxPlainTurns : max(0, plainTurns - 1)
        document = flat
        scanner.endTexts(result, flat.count)
        let ranges = JSONTextRanges(text, separator, maxBytes: maxBytes, maxNodes: options.nodeLimit)
        let isWhole = ranges.add(to: flat, nodes: scanner.completeNodes, end: scanner.completeEnd)
        return isWhole || separator == .comma ? flat.items.count : 0
    }

    /// The texts of the last batch.
    package var batch: JSONBatch? { document.map { JSONBatch(DocumentReference($0), $0.items) } }

    /// Whether something refers to the last document, whose memory then cannot be reused.
    package var isReferenced: Bool {
        mutating get { document != nil && !isKnownUniquelyReferenced(&document) }
    }

    /// Releases the bytes of the last document, unless it is referenced elsewhere.
    package mutating func forget() {
        guard let last = removeDocument(), last.nodeCapacity <= Self.maxKept else { return }
        last.forget()
        document = consume last
    }
}

/// The texts of one batch, to be released before the parser reads more.
@usableFromInline
package struct JSONBatch {
    @usableFromInline let document: DocumentReference
    @usableFromInline let items: [DocumentItem]

    fileprivate init(_ document: DocumentReference, _ items: [DocumentItem]) {
        self.document = document
        self.items = items
    }

    /// The value of a text.
    @inlinable
    @inline(__always)
    package subscript(index: Int) -> JSON { JSON(document, at: items[index].node) }

    /// Returns the range of a text in the bytes of the batch.
    package func bytes(ofItem index: Int) -> Range<Int> { items[index].bytes }
}

extension JSONItemParser {
    /// Reads a text into the document until it ends, or becomes irregular.
    ///
    /// - Returns: Whether the text is complete and valid.
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

    /// Returns the last document if it is unreferenced, or a new one with about as much memory.
    @inline(__always)
    private mutating func memory(for body: consuming ResponseBytes) -> FlatDocument {
        let count = document?.count ?? 0
        if let free = removeDocument(), free.nodeCapacity <= Self.maxKept {
            free.start(body)
            return free
        }
        let likely = max(count + count / 4, min(body.count, 4096) * 3 >> 4) + 8
        let document = FlatDocument.make(body, capacity: likely, words: .json)
        if _slowPath(options.needsConverter) { document.allow(options.conversions) }
        return document
    }

    /// Removes the last document from the parser without counting references, or nil if it is referenced elsewhere.
    private mutating func removeDocument() -> FlatDocument? {
        isKnownUniquelyReferenced(&document) ? document.take() : nil
    }
}
