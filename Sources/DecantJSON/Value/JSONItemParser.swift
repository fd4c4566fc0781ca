package import DecantCore
import DecantDocument

// Why: to allocate and free a document for each item takes as long as to read one of 200 bytes. So the parser keeps the last one,
// and writes the next one into its memory if nothing else refers to it any more.

/// A parser of the JSON texts of a stream, one after another, each of which is UTF-8 without a byte-order mark.
package struct JSONItemParser: ~Copyable {
    /// The number of nodes beyond which the memory of a document is not kept.
    private static let mostKept = 1 << 14

    private let options: JSONScanOptions

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

    /// Reads the element of an array that a text begins with.
    ///
    /// - Parameter body: The text; a zero byte and others that can be read follow it.
    /// - Returns: The element and its length; nil if the text does not have all of it and the comma or bracket after it, or if
    ///   it has to be looked at more closely.
    package mutating func parseElement(of body: ResponseBody) -> (element: JSON, length: Int)? {
        guard let end = scan(body), case .stopped(.commaOrEnd) = end.outcome, end.place.closer == 0 else { return nil }
        var length = end.place.position
        guard length > 0, length < body.count, body[length] == 0x2C || body[length] == 0x5D else { return nil }
        while length > 0, body[length - 1] <= 0x20 { length -= 1 }
        document?.shorten(to: length)
        return json.map { ($0, length) }
    }

    /// Forgets the bytes of the last document, unless somebody else has a reference to it.
    package mutating func forget() {
        guard isKnownUniquelyReferenced(&document), let last = document else { return }
        if last.nodeCapacity > Self.mostKept { document = nil } else { last.begin(ResponseBody()) }
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
        if isKnownUniquelyReferenced(&document), let document, document.nodeCapacity <= Self.mostKept {
            document.begin(body)
            return document
        }
        let count = document?.count ?? 0
        let likely = max(count + count / 4, min(body.count, 4096) * 3 >> 4) + 8
        return FlatDocument.make(body, capacity: likely, words: .json)
    }
}
