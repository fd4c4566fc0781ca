import DecantCore
import DecantDocument

/// Makes documents: runs the scanner, gives it capacity, and turns what stops it into an error.
enum JSONParser {
    /// The node indices have 32 bits, and a text has at least two bytes for each node but the last.
    private static let mostBytes = Int(UInt32.max)

    /// Reads a text in UTF-8.
    @inline(__always)
    static func document(
        _ body: consuming ResponseBody,
        _ transcoding: consuming Transcoding?,
        _ options: JSONScanOptions
    ) throws(ResponseError) -> JSONDocument {
        guard _fastPath(body.count <= mostBytes) else { throw tooLong }
        let estimate = JSONCapacity(textLength: body.count, nodeLimit: options.nodeLimit)
        let length = body.count
        var flat = FlatDocument.make(body, capacity: estimate.first, words: .json)
        let end = scan(&flat, length, options, estimate)
        if _slowPath(transcoding != nil || !end.quirksNeeded.isEmpty) {
            flat.finish(transcoding: transcoding, notes: end.quirksNeeded.rawValue)
        }
        if case .done = end.outcome, flat.count <= options.nodeLimit, !options.refusesMore { return JSONDocument(flat) }
        try refuse(flat, end, options)
        return JSONDocument(flat)
    }

    private static var tooLong: ResponseError {
        let message = "a JSON text can have at most \(mostBytes) bytes"
        return ResponseError(.limitExceeded, message, offset: mostBytes, limit: .bodyBytes, hint: "this bound is fixed")
    }

    /// Throws if the scanner did not come to the end, or if the options refuse what it read.
    @inline(never)
    private static func refuse(
        _ flat: FlatDocument,
        _ end: JSONScanEnd,
        _ options: JSONScanOptions
    ) throws(ResponseError) {
        switch end.outcome {
        case .done where flat.count <= options.nodeLimit: break
        case .done, .needsCapacity: throw JSONScanFailure(.nodes, end, flat, options).error
        case .stopped(let step): throw JSONScanFailure(step, end, flat, options).error
        }
        if !options.allowsFragments { try JSONDocument(flat).refuseFragment() }
        if options.rejectsDuplicateKeys { try JSONDocument(flat).refuseDuplicateKeys() }
    }
}

// MARK: - Scanning

extension JSONParser {
    /// The length from which on line ends are counted while the text is read.
    private static let countedLength = 4 << 20

    /// Scans a text into a document without nodes, with more capacity as often as the scanner needs it.
    @inline(__always)
    private static func scan(
        _ flat: inout FlatDocument,
        _ length: Int,
        _ options: JSONScanOptions,
        _ estimate: JSONCapacity
    ) -> JSONScanEnd {
        let text = flat.bytes(upTo: length)
        if _fastPath(length < countedLength) { return scan(text, JSONUncountedLines(), options, into: &flat, estimate) }
        return scanCounting(text, options, into: &flat, estimate)
    }

    @inline(never)
    private static func scanCounting(
        _ text: PaddedBytes,
        _ options: JSONScanOptions,
        into flat: inout FlatDocument,
        _ estimate: JSONCapacity
    ) -> JSONScanEnd {
        var lineEnds: UInt64 = 0
        return unsafe withUnsafeMutablePointer(to: &lineEnds) { cell in
            scan(text, unsafe UnsafeJSONCountedLines(cell), options, into: &flat, estimate)
        }
    }

    @inline(__always)
    private static func scan<Lines: JSONLineCounting>(
        _ text: PaddedBytes,
        _ lines: Lines,
        _ options: JSONScanOptions,
        into flat: inout FlatDocument,
        _ estimate: JSONCapacity
    ) -> JSONScanEnd {
        var scanner = JSONScanner(text, lines, options: options)
        var outcome = flat.fill { scanner.run(into: &$0) }
        if case .done = outcome { return scanner.end(.done) }
        outcome = goOn(after: outcome, &scanner, &flat, estimate)
        return scanner.end(outcome)
    }

    /// Gives the scanner more capacity, or lets it go on after something that a quirk allows, as long as there is either.
    @inline(never)
    private static func goOn<Lines: JSONLineCounting>(
        after first: JSONScanOutcome,
        _ scanner: inout JSONScanner<Lines>,
        _ flat: inout FlatDocument,
        _ estimate: JSONCapacity
    ) -> JSONScanOutcome {
        var outcome = first
        var capacity = estimate.first
        while true {
            if flat.count > capacity - 2 {
                // The limit on nodes is exceeded when there is no more capacity.
                guard flat.count <= estimate.most - 2 else { return .needsCapacity }
                capacity = estimate.next(after: flat.count, at: scanner.cursor.position)
                flat = flat.grown(to: capacity)
            }
            switch outcome {
            case .done: return outcome
            case .needsCapacity:
                outcome = flat.fill { scanner.run(into: &$0) }
            case .stopped(let step):
                guard !scanner.quirks.isEmpty else { return outcome }
                var next: JSONScanOutcome?
                outcome = flat.fill { buffer in
                    next = scanner.recover(from: step, into: &buffer)
                    return next ?? outcome
                }
                guard next != nil else { return outcome }
            }
        }
    }
}

/// How many nodes there is capacity for while a text is scanned.
private struct JSONCapacity {
    /// How many there is capacity for at first.
    ///
    /// Most texts have a node for each 10 to 30 bytes. Capacity that is not used is never touched, and so takes no memory.
    let first: Int
    /// One node for each byte of the text, as in one of brackets only; or as many as the limit, and two to exceed it.
    let most: Int
    private let textLength: Int

    @inline(__always)
    init(textLength: Int, nodeLimit: Int) {
        self.textLength = textLength
        let mostOfText = textLength + 4
        most = nodeLimit < mostOfText ? max(nodeLimit, 0) + 2 : mostOfText
        first = min(textLength >> (textLength <= 4096 ? 2 : 3) + 8, most)
    }

    /// What the rest of the text will need if it is like the part already read, and a twentieth more.
    ///
    /// Never less than a quarter more than there was, so that the nodes move a few times at most.
    func next(after count: Int, at position: Int) -> Int {
        let likely = Double(count) * Double(textLength) / Double(max(position, 1)) * 1.05
        let likelyCapacity = max(count + count / 4, min(Int(likely), most)) + 16
        return min(likelyCapacity, most)
    }
}
