import CDecantScan
package import DecantCore
import DecantDocument

/// Creates documents: runs the scanner, provides its capacity, and turns its failures into errors.
enum JSONParser {
    /// Node indices have 32 bits, and a text has at least two bytes for each node but the last.
    private static let maxBytes = Int(UInt32.max)

    /// Parses a text in UTF-8.
    @inline(never)
    static func document(
        _ body: consuming ResponseBytes,
        _ transcoding: consuming Transcoding?,
        _ options: JSONScanOptions
    ) throws(ResponseError) -> JSON {
        guard _fastPath(body.count <= maxBytes) else { throw tooLong }
        let capacity = NodeCapacity(textLength: body.count, nodeLimit: options.nodeLimit)
        let length = body.count
        var flat = FlatDocument.make(body, capacity: capacity.initial, words: .json)
        if _slowPath(options.needsConverter) { flat.allow(options.conversions) }
        guard let summary = scan(&flat, length, options, capacity) else {
            if _slowPath(transcoding != nil) { flat.finish(transcoding: transcoding, notes: 0) }
            return JSON(DocumentReference(flat), at: 0)
        }
        if _slowPath(transcoding != nil || !summary.quirksNeeded.isEmpty) {
            flat.finish(transcoding: transcoding, notes: UInt16(truncatingIfNeeded: summary.quirksNeeded.rawValue))
        }
        if case .done = summary.result, flat.count <= options.nodeLimit, !options.mayRejectJSON {
            return JSON(DocumentReference(flat), at: 0)
        }
        try reject(flat, summary, options)
        return JSON(DocumentReference(flat), at: 0)
    }

    private static var tooLong: ResponseError {
        let message = "a JSON text can have at most \(maxBytes) bytes"
        return ResponseError(.limitExceeded, message, offset: maxBytes, limit: .bodyBytes, hint: "this bound is fixed")
    }

    /// Throws if the scanner did not reach the end, or if the options reject the document.
    @inline(never)
    private static func reject(
        _ flat: FlatDocument,
        _ summary: JSONScanSummary,
        _ options: JSONScanOptions
    ) throws(ResponseError) {
        switch summary.result {
        case .done where flat.count <= options.nodeLimit: break
        case .done, .needsCapacity, .paused: throw JSONScanFailure(.nodes, summary, flat, options).error
        case .stopped(let expected): throw JSONScanFailure(expected, summary, flat, options).error
        }
        if !options.allowsFragments, !flat[0].kind.isContainer {
            throw flat.error(.malformedBody, "expected an array or an object at the top level", at: 0)
        }
        if options.rejectsDuplicateKeys { try flat.rejectDuplicateKeys() }
    }
}

// MARK: - Scanning

extension JSONParser {
    /// Texts at least this long have their line ends counted during the parse.
    private static let countedLength = 4 << 20

    /// Scans a text, and increases the capacity as often as the scanner needs it.
    ///
    /// - Parameters:
    ///   - flat: A document without nodes; the scanner appends to it.
    ///   - length: The number of bytes in the document's text.
    ///   - options: The accepted quirks and the limits.
    ///   - capacity: The capacity for nodes.
    /// - Returns: The result, or nil if the text is valid without a quirk, and no option rejects it.
    @inline(__always)
    private static func scan(
        _ flat: inout FlatDocument,
        _ length: Int,
        _ options: JSONScanOptions,
        _ capacity: NodeCapacity
    ) -> JSONScanSummary? {
        let text = flat.bytes(upTo: length)
        if _fastPath(length < countedLength) { return scan(text, JSONUncountedLines(), options, into: &flat, capacity) }
        return scanCounting(text, options, into: &flat, capacity)
    }

    @inline(never)
    private static func scanCounting(
        _ text: PaddedBytes,
        _ options: JSONScanOptions,
        into flat: inout FlatDocument,
        _ capacity: NodeCapacity
    ) -> JSONScanSummary? {
        var lineEnds: UInt64 = 0
        return unsafe withUnsafeMutablePointer(to: &lineEnds) { cell in
            scan(text, unsafe UnsafeJSONCountedLines(cell), options, into: &flat, capacity)
        }
    }

    @inline(__always)
    private static func scan<Lines: JSONLineCounting>(
        _ text: PaddedBytes,
        _ lines: Lines,
        _ options: JSONScanOptions,
        into flat: inout FlatDocument,
        _ capacity: NodeCapacity
    ) -> JSONScanSummary? {
        var scanner = JSONScanner(text, lines, options: options)
        var result = flat.fill { scanner.resume(options.chunks, into: &$0) }
        if case .done = result {
            return flat.count <= options.nodeLimit && !options.mayRejectJSON ? nil : scanner.summary(.done)
        }
        var pool: [UInt8] = []
        result = resume(&scanner, after: result, into: &flat, pool: &pool, capacity, options.chunks)
        if !pool.isEmpty { flat.finish(pool: ResponseBytes(pool)) }
        return scanner.summary(result)
    }

    /// Resumes the scanner with more capacity, or after text that a quirk allows, until neither is possible.
    @inline(never)
    private static func resume<Lines: JSONLineCounting>(
        _ scanner: inout JSONScanner<Lines>,
        after first: JSONScanResult,
        into flat: inout FlatDocument,
        pool: inout [UInt8],
        _ capacity: NodeCapacity,
        _ chunks: JSONChunkSizes
    ) -> JSONScanResult {
        var result = first
        var count = capacity.initial
        while true {
            if flat.count > count - 2 {
                // Running out of capacity at this point means that the node limit is exceeded.
                guard flat.count <= capacity.maximum - 2 else { return .needsCapacity }
                count = capacity.next(after: flat.count, at: scanner.state.position)
                flat = flat.grown(to: count)
            }
            switch result {
            case .done, .paused: return result
            case .needsCapacity:
                result = flat.fill { scanner.resume(chunks, into: &$0) }
            case .stopped(let expected):
                guard !scanner.quirks.isEmpty else { return result }
                var next: JSONScanResult?
                result = flat.fill { nodes in
                    next = scanner.recover(expecting: expected, into: &nodes, &pool)
                    return next ?? result
                }
                guard next != nil else { return result }
            }
        }
    }
}

extension JSONScanner {
    /// Continues until the text or the capacity ends.
    mutating func resume(_ chunks: JSONChunkSizes, into nodes: inout NodeWriter) -> JSONScanResult {
        guard isRegular else { return run(into: &nodes) }
        let result = runChunks(chunks, into: &nodes)
        // A quirk may leave the scanner between a name and its value, where no chunk can begin.
        if case .stopped = result { isRegular = false }
        return result
    }
}

extension JSON {
    /// Parses UTF-8 with custom chunk sizes, for tests; the result does not depend on them.
    package init(
        parsing body: ResponseBytes,
        options: Options,
        limits: Limits,
        chunks: JSONChunkSizes
    ) throws(ResponseError) {
        var scan = JSONScanOptions(options, limits)
        scan.chunks = chunks
        self = try JSONParser.document(body, nil, scan)
    }
}

/// The capacity for nodes while a text is scanned.
struct NodeCapacity {
    /// The initial capacity.
    ///
    /// Typical texts have one node per 10 to 30 bytes; texts of many short strings, one per 7. Unused capacity is never
    /// touched and costs no memory; reallocating costs a sixth of the parse time.
    let initial: Int

    /// The maximum capacity: one node per byte, as in a text of brackets only; or the node limit and two more, to
    /// detect its excess.
    let maximum: Int

    private let textLength: Int

    init(textLength: Int, nodeLimit: Int) {
        self.textLength = textLength
        let maxOfText = textLength + 4
        maximum = nodeLimit < maxOfText ? max(nodeLimit, 0) + 2 : maxOfText
        let usual = (textLength * 3) >> 4 + 8
        initial = min(textLength < Self.shortLength ? min(usual, Self.cachedNodes) : usual, maximum)
    }

    /// The number of nodes in a document of 1 kB, a size that the C library caches for each thread.
    private static let cachedNodes = 56

    /// For most texts shorter than this, the cached nodes suffice.
    private static let shortLength = 512

    /// Estimates the capacity for the whole text from the part already read, plus a twentieth.
    ///
    /// The result is at least a quarter larger than the current count, so the nodes move only a few times.
    func next(after count: Int, at position: Int) -> Int {
        let likely = Double(count) * Double(textLength) / Double(max(position, 1)) * 1.05
        let capacity = max(count + count / 4, min(Int(likely), maximum)) + 16
        return min(capacity, maximum)
    }
}

/// The document that the scanner had built when it stopped.
///
/// Containers may still be open.
struct PartialJSONDocument {
    let document: FlatDocument
    let parent: Int?
    let members: Int

    /// Returns the path from the top to the innermost open container, or to the value in it that was begun last.
    func path(toValue: Bool) -> [CodingPathComponent] {
        guard let parent else { return [] }
        var path: [CodingPathComponent] = []
        if toValue { path.append(component(of: document.count, in: parent, members: members)) }
        var child = parent
        while document[child].end != Int(UInt32.max) {
            let container = document[child].end
            path.append(component(of: child, in: container, members: document[container].count))
            child = container
        }
        return path.reversed()
    }

    /// Returns the key or index of the last child of a container; a member's name directly precedes its value.
    private func component(of child: Int, in container: Int, members: Int) -> CodingPathComponent {
        guard document[container].kind == .object, document[child - 1].kind.isString else {
            return .index(max(0, members - 1))
        }
        return .key(document.string(at: child - 1))
    }
}

/// A counter of the line ends that the scanner passes.
///
/// All of them are whitespace: a string contains none.
///
/// The scanner is compiled separately for each conforming type. Counting costs a twentieth of the scan time. For an
/// invalid large text it saves a second pass, which would take twice as long because no cache holds the text by then.
protocol JSONLineCounting {
    /// Counts a whitespace character other than a space.
    func pass(_ byte: UInt8)

    /// Whether line ends are counted.
    var isCounting: Bool { get }

    /// Counts the line ends of a chunk up to an offset in it.
    func pass(_ chunk: JSONChunk, upTo offset: Int, in text: PaddedBytes)

    /// The scanner's current line, from 1, or nil if lines were not counted, or if carriage returns end lines as well.
    var line: Int? { get }
}

/// A counter that counts nothing.
struct JSONUncountedLines: JSONLineCounting {
    func pass(_ byte: UInt8) {}

    var isCounting: Bool { false }

    func pass(_ chunk: JSONChunk, upTo offset: Int, in text: PaddedBytes) {}

    var line: Int? { nil }
}

// Why: a count among the scanner's variables would take a register from the code between two lines; so it stays in
// memory, where a C function updates it.
//
// Bound: the cell lives inside the closure that provides it, and the scanner does not outlive the closure.

/// A counter of line ends.
@safe
struct UnsafeJSONCountedLines: JSONLineCounting {
    /// Line feeds in the lower half, carriage returns in the upper half; a text has less than 4 GiB.
    private let cell: UnsafeMutablePointer<UInt64>

    /// Creates a counter with a cell that outlives it.
    init(_ cell: UnsafeMutablePointer<UInt64>) {
        unsafe self.cell = cell
    }

    func pass(_ byte: UInt8) { unsafe decant_count_line_end(cell, byte) }

    var isCounting: Bool { true }

    func pass(_ chunk: JSONChunk, upTo offset: Int, in text: PaddedBytes) {
        // The text after the offset is short: an incomplete name and value, unless the chunk is the last one.
        var feeds = UInt64(truncatingIfNeeded: chunk.feeds)
        var returns = UInt64(truncatingIfNeeded: chunk.returns)
        for position in offset..<max(offset, chunk.end) {
            if text[position] == UInt8(ascii: "\n") { feeds &-= 1 }
            if text[position] == UInt8(ascii: "\r") { returns &-= 1 }
        }
        unsafe cell.pointee &+= feeds | returns << 32
    }

    var line: Int? {
        let bits = unsafe cell.pointee
        return bits >> 32 == 0 ? Int(truncatingIfNeeded: bits) &+ 1 : nil
    }
}
