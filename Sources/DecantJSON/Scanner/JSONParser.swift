import CDecantScan
package import DecantCore
import DecantDocument

/// Makes documents: runs the scanner, gives it capacity, and turns its failures into errors.
enum JSONParser {
    /// The node indices have 32 bits, and a text has at least two bytes for each node but the last.
    private static let mostBytes = Int(UInt32.max)

    /// Reads a text in UTF-8.
    @inline(never)
    static func document(
        _ body: consuming ResponseBytes,
        _ transcoding: consuming Transcoding?,
        _ options: JSONScanOptions
    ) throws(ResponseError) -> JSON {
        guard _fastPath(body.count <= mostBytes) else { throw tooLong }
        let room = JSONRoom(textLength: body.count, nodeLimit: options.nodeLimit)
        let length = body.count
        var flat = FlatDocument.make(body, capacity: room.first, words: .json)
        guard let end = scan(&flat, length, options, room) else {
            if _slowPath(transcoding != nil) { flat.finish(transcoding: transcoding, notes: 0) }
            return JSON(DocumentReference(flat), at: 0)
        }
        if _slowPath(transcoding != nil || !end.quirksNeeded.isEmpty) {
            flat.finish(transcoding: transcoding, notes: UInt8(truncatingIfNeeded: end.quirksNeeded.rawValue))
        }
        if case .done = end.outcome, flat.count <= options.nodeLimit, !options.refusesMore {
            return JSON(DocumentReference(flat), at: 0)
        }
        try refuse(flat, end, options)
        return JSON(DocumentReference(flat), at: 0)
    }

    private static var tooLong: ResponseError {
        let message = "a JSON text can have at most \(mostBytes) bytes"
        return ResponseError(.limitExceeded, message, offset: mostBytes, limit: .bodyBytes, hint: "this bound is fixed")
    }

    /// Throws if the scanner did not reach the end, or if the options refuse the document.
    @inline(never)
    private static func refuse(
        _ flat: FlatDocument,
        _ end: JSONScanEnd,
        _ options: JSONScanOptions
    ) throws(ResponseError) {
        switch end.outcome {
        case .done where flat.count <= options.nodeLimit: break
        case .done, .needsRoom, .paused: throw JSONScanFailure(.nodes, end, flat, options).error
        case .stopped(let step): throw JSONScanFailure(step, end, flat, options).error
        }
        if !options.allowsFragments, !flat[0].kind.isContainer {
            throw flat.error(.malformedBody, "expected an array or an object at the top level", at: 0)
        }
        if options.rejectsDuplicateKeys { try flat.refuseDuplicateKeys() }
    }
}

// MARK: - Scanning

extension JSONParser {
    /// The length from which on line ends are counted while the text is read.
    private static let countedLength = 4 << 20

    /// Scans a text, giving the scanner more capacity as often as it needs some.
    ///
    /// - Parameters:
    ///   - flat: A document without nodes, to which they are appended.
    ///   - length: The number of bytes of its text.
    ///   - options: The accepted deviations and the limits.
    ///   - room: The capacity for nodes.
    /// - Returns: The position and the outcome; nil if the text is valid, without a deviation, and nothing refuses it.
    @inline(__always)
    private static func scan(
        _ flat: inout FlatDocument,
        _ length: Int,
        _ options: JSONScanOptions,
        _ room: JSONRoom
    ) -> JSONScanEnd? {
        let text = flat.bytes(upTo: length)
        if _fastPath(length < countedLength) { return scan(text, JSONUncountedLines(), options, into: &flat, room) }
        return scanCounting(text, options, into: &flat, room)
    }

    @inline(never)
    private static func scanCounting(
        _ text: PaddedBytes,
        _ options: JSONScanOptions,
        into flat: inout FlatDocument,
        _ room: JSONRoom
    ) -> JSONScanEnd? {
        var lineEnds: UInt64 = 0
        return unsafe withUnsafeMutablePointer(to: &lineEnds) { cell in
            scan(text, unsafe UnsafeJSONCountedLines(cell), options, into: &flat, room)
        }
    }

    @inline(__always)
    private static func scan<Lines: JSONLineCounting>(
        _ text: PaddedBytes,
        _ lines: Lines,
        _ options: JSONScanOptions,
        into flat: inout FlatDocument,
        _ room: JSONRoom
    ) -> JSONScanEnd? {
        var scanner = JSONScanner(text, lines, options: options)
        var outcome = flat.fill { scanner.runOn(options.pieces, into: &$0) }
        if case .done = outcome {
            return flat.count <= options.nodeLimit && !options.refusesMore ? nil : scanner.end(.done)
        }
        var pool: [UInt8] = []
        outcome = goOn(after: outcome, &scanner, &flat, &pool, room, options.pieces)
        if !pool.isEmpty { flat.finish(pool: ResponseBytes(pool)) }
        return scanner.end(outcome)
    }

    /// Gives the scanner more capacity, or lets it continue after a deviation that a quirk allows, as long as there is
    /// either.
    @inline(never)
    private static func goOn<Lines: JSONLineCounting>(
        after first: JSONScanOutcome,
        _ scanner: inout JSONScanner<Lines>,
        _ flat: inout FlatDocument,
        _ pool: inout [UInt8],
        _ room: JSONRoom,
        _ pieces: JSONPieces
    ) -> JSONScanOutcome {
        var outcome = first
        var capacity = room.first
        while true {
            if flat.count > capacity - 2 {
                // The limit on nodes is exceeded when there is no more room.
                guard flat.count <= room.most - 2 else { return .needsRoom }
                capacity = room.next(after: flat.count, at: scanner.place.position)
                flat = flat.grown(to: capacity)
            }
            switch outcome {
            case .done, .paused: return outcome
            case .needsRoom:
                outcome = flat.fill { scanner.runOn(pieces, into: &$0) }
            case .stopped(let step):
                guard !scanner.quirks.isEmpty else { return outcome }
                var next: JSONScanOutcome?
                outcome = flat.fill { room in
                    next = scanner.recover(from: step, into: &room, &pool)
                    return next ?? outcome
                }
                guard next != nil else { return outcome }
            }
        }
    }
}

extension JSONScanner {
    /// Continues until the text or the capacity ends.
    @inline(__always)
    mutating func runOn(_ pieces: JSONPieces, into nodes: inout NodeWriter) -> JSONScanOutcome {
        guard isRegular else { return run(into: &nodes) }
        let outcome = runPieces(pieces, into: &nodes)
        // What a quirk allows may leave the scanner before a value whose name is read, where no piece begins.
        if case .stopped = outcome { isRegular = false }
        return outcome
    }
}

extension JSON {
    /// Reads a text in UTF-8 in parts other than those that are fastest, which gives the same document.
    package init(
        parsing body: ResponseBytes,
        options: Options,
        limits: Limits,
        pieces: JSONPieces
    ) throws(ResponseError) {
        var scan = JSONScanOptions(options, limits)
        scan.pieces = pieces
        self = try JSONParser.document(body, nil, scan)
    }
}

/// The capacity for nodes while a text is scanned.
struct JSONRoom {
    /// The initial capacity.
    ///
    /// Most texts have a node for each 10 to 30 bytes, and those of many short strings one for each 7. Room that is not used is
    /// never touched, and so takes no memory; to move the nodes into more of it takes a sixth of the time.
    let first: Int

    /// One node for each byte of the text, as in one of brackets only; or as many as the limit, and two to exceed it.
    let most: Int

    private let textLength: Int

    @inline(__always)
    init(textLength: Int, nodeLimit: Int) {
        self.textLength = textLength
        let mostOfText = textLength + 4
        most = nodeLimit < mostOfText ? max(nodeLimit, 0) + 2 : mostOfText
        let usual = (textLength * 3) >> 4 + 8
        first = min(textLength < Self.shortLength ? min(usual, Self.mostAtHand) : usual, most)
    }

    /// The number of nodes of a document of 1 kB, which the C library keeps at hand for each thread.
    private static let mostAtHand = 56

    /// The length of texts for which these nodes are mostly enough.
    private static let shortLength = 512

    /// Estimates the capacity for the rest of the text if it is like the part already read, and a twentieth more.
    ///
    /// Never less than a quarter more than there was, so that the nodes move a few times at most.
    func next(after count: Int, at position: Int) -> Int {
        let likely = Double(count) * Double(textLength) / Double(max(position, 1)) * 1.05
        let room = max(count + count / 4, min(Int(likely), most)) + 16
        return min(room, most)
    }
}

/// The part of a document that the scanner had built when it stopped: containers may still be open.
struct PartialJSONDocument {
    let document: FlatDocument
    let parent: Int?
    let members: Int

    /// The way from the top down to the innermost open container, or to the value in it that was begun last.
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

    /// The step to a child that is the last one of its container so far: its name is right before it.
    private func component(of child: Int, in container: Int, members: Int) -> CodingPathComponent {
        guard document[container].kind == .object, document[child - 1].kind.isString else {
            return .index(max(0, members - 1))
        }
        return .key(document.string(at: child - 1))
    }
}

/// A counter of the line ends that the scanner passes, all of which are in white space: a string has none.
///
/// The scanner is compiled once with each kind. Counting takes a twentieth of its time, which a large text gets back when
/// something is wrong with it: to read it again takes twice as long, since no cache holds it any more.
protocol JSONLineCounting {
    /// Counts a character of white space that is not a space.
    func pass(_ byte: UInt8)

    /// Whether line ends are counted.
    var isCounting: Bool { get }

    /// Counts the line ends of a piece up to an offset in it.
    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes)

    /// The line where the scanner is, from 1; nil if it was not counted, or if carriage returns end lines, too.
    var line: Int? { get }
}

/// Counts nothing.
struct JSONUncountedLines: JSONLineCounting {
    @inline(__always)
    func pass(_ byte: UInt8) {}

    var isCounting: Bool { false }

    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes) {}

    var line: Int? { nil }
}

// Why: a count among the scanner's variables would take a register away from the others in all that is between two lines;
// so it stays in memory, where a function of C keeps it.
//
// Bound: the cell lives inside the closure that provides it, which the scanner does not outlive.

/// Counts line ends.
@safe
struct UnsafeJSONCountedLines: JSONLineCounting {
    /// Line feeds in the lower half, carriage returns in the upper one; a text has less than 4 GiB.
    private let cell: UnsafeMutablePointer<UInt64>

    /// Takes a cell that outlives this value.
    @inline(__always)
    init(_ cell: UnsafeMutablePointer<UInt64>) {
        unsafe self.cell = cell
    }

    @inline(__always)
    func pass(_ byte: UInt8) { unsafe decant_count_line_end(cell, byte) }

    var isCounting: Bool { true }

    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes) {
        // What follows the offset is short: a name and a value that are not complete, or the piece is the last one.
        var feeds = UInt64(truncatingIfNeeded: piece.feeds)
        var returns = UInt64(truncatingIfNeeded: piece.returns)
        for position in offset..<max(offset, piece.end) {
            if text[position] == 0x0A { feeds &-= 1 }
            if text[position] == 0x0D { returns &-= 1 }
        }
        unsafe cell.pointee &+= feeds | returns << 32
    }

    var line: Int? {
        let bits = unsafe cell.pointee
        return bits >> 32 == 0 ? Int(truncatingIfNeeded: bits) &+ 1 : nil
    }
}
