package import DecantCore
import DecantDocument

// Why: to allocate and free a document for each item takes as long as to read one of 200 bytes. So the parser keeps the last one,
// and writes the next one into its memory if nothing else refers to it any more.

/// A parser of the JSON texts of a stream, one after another, each of which is UTF-8 without a byte-order mark.
package struct JSONItemParser: ~Copyable {
    /// The number of nodes beyond which the memory of a document is not kept.
    private static let mostKept = 1 << 14

    private let options: JSONScanOptions

    /// The number of times that several texts are read byte by byte, which was found to be faster, until that is tried again.
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
    package mutating func parse(_ body: ResponseBody) throws(ResponseError) -> JSON {
        if body.count < options.pieces.textLength, case .done? = scan(body)?.outcome, let json { return json }
        return try JSONParser.document(body, nil, options)
    }

    /// Reads the texts that some bytes begin with: lines, of which they have nothing else, or elements of an array.
    ///
    /// - Parameters:
    ///   - body: The bytes; a zero byte and others that can be read follow them.
    ///   - separator: The byte between texts.
    ///   - mostBytes: The number of bytes that a text may have.
    /// - Returns: The number of texts, for ``item(at:)``: none if one of the lines is not as usual, and for elements those before the
    ///   first one that is not, or not all there with the comma or bracket after it.
    package mutating func parse(_ body: ResponseBody, _ separator: JSONSeparator, mostBytes: Int) -> Int {
        guard options.quirks.isEmpty, !options.refusesMore else { return 0 }
        var flat = memory(for: body)
        let text = flat.bytes(upTo: body.count)
        var scanner = JSONScanner(text, JSONUncountedLines(), options: options, separator: separator)
        if plainTurns > 0 { scanner.isRegular = false }
        var outcome = flat.fill { scanner.runOn(options.pieces, into: &$0) }
        while case .needsRoom = outcome {
            flat = flat.grown(to: 2 * flat.count + 16)
            outcome = flat.fill { scanner.runOn(options.pieces, into: &$0) }
        }
        plainTurns = scanner.isFasterPlain ? 15 : max(0, plainTurns - 1)
        document = flat
        scanner.endTexts(outcome, flat.count)
        let places = JSONTextPlaces(text, separator, mostBytes: mostBytes, mostNodes: options.nodeLimit)
        let isWhole = places.add(to: flat, nodes: scanner.completeNodes, end: scanner.completeEnd)
        return isWhole || separator == .comma ? flat.items.count : 0
    }

    /// One of the texts that were read at once.
    @inline(__always)
    package func item(at index: Int) -> JSON? {
        guard let document else { return nil }
        return JSON(DocumentReference(document), at: document.item(numbered: index).node)
    }

    /// The place of one of the texts in the bytes that were read at once.
    package func bytes(ofItem index: Int) -> Range<Int>? { document?.item(numbered: index).bytes }

    /// Forgets the bytes of the last document, unless somebody else has a reference to it.
    package mutating func forget() {
        guard let last = takeDocument(), last.nodeCapacity <= Self.mostKept else { return }
        last.begin(ResponseBody())
        document = last
    }

    /// The finding that a text is not JSON but was accepted.
    package static func finding(_ json: JSON) -> Finding? {
        let notes = json.flat.notes
        return notes == 0 ? nil : JSON.Quirks(rawValue: notes).finding
    }
}

extension JSONItemParser {
    private var json: JSON? { document.map { JSON(DocumentReference($0), at: 0) } }

    /// Reads a text into the document until it ends, or anything is not as usual.
    ///
    /// - Returns: Where and how it ended; nil if it cannot be read so.
    @inline(__always)
    private mutating func scan(_ body: ResponseBody) -> JSONScanEnd? {
        guard options.quirks.isEmpty, !options.refusesMore else { return nil }
        var flat = memory(for: body)
        var scanner = JSONScanner(flat.bytes(upTo: body.count), JSONUncountedLines(), options: options)
        var outcome = flat.fill { scanner.run(into: &$0) }
        while case .needsRoom = outcome, flat.count <= min(options.nodeLimit, body.count) {
            flat = flat.grown(to: 2 * flat.count + 16)
            outcome = flat.fill { scanner.run(into: &$0) }
        }
        document = flat
        return flat.count <= options.nodeLimit ? scanner.end(outcome) : nil
    }

    /// The document that was made last, if it is free, or a new one with about as much memory.
    @inline(__always)
    private mutating func memory(for body: ResponseBody) -> FlatDocument {
        let count = document?.count ?? 0
        if let free = takeDocument(), free.nodeCapacity <= Self.mostKept {
            free.begin(body)
            return free
        }
        let likely = max(count + count / 4, min(body.count, 4096) * 3 >> 4) + 8
        return FlatDocument.make(body, capacity: likely, words: .json)
    }

    /// Takes the document that was made last out of the parser, without counting its references; nil if somebody else has one.
    @inline(__always)
    private mutating func takeDocument() -> FlatDocument? {
        isKnownUniquelyReferenced(&document) ? document.take() : nil
    }
}

/// Memory for the values that are made of the texts of a stream, one after another.
package final class JSONItemMemory {
    let decoding = DecodingMemory()

    /// Creates memory for one stream.
    package init() {}

    /// Makes values of a `Decodable` type, and reports what they lack.
    package static func maker<Value: Decodable & SendableMetatype>(
        _ type: Value.Type,
        _ options: JSON.Options
    ) -> @Sendable (JSON, JSONItemMemory, inout [Finding]) throws(ResponseError) -> Value {
        let rules = DecodingRules(options.decoding, CustomStrategies())
        return { (json, memory, findings) throws(ResponseError) in
            try json.flat.decode(type, at: json.index, rules, in: memory.decoding, findings: &findings)
        }
    }
}
