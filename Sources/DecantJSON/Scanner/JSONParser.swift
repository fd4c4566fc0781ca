import DecantCore

/// Makes documents: runs the scanner, gives it room, and turns what stops it into an error.
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
        let room = JSONRoom(textLength: body.count, nodeLimit: options.nodeLimit)
        var nodes = UnsafeJSONNodeList(capacity: room.first)
        let end = scan(body, options, into: &nodes, room)
        if let transcoding { nodes.transcoding = transcoding }
        if !end.quirksNeeded.isEmpty { nodes.quirksNeeded = end.quirksNeeded }
        let document = JSONDocument(body: body, nodes: nodes)
        if case .done = end.outcome, document.nodes.count <= options.nodeLimit, !options.refusesMore { return document }
        try refuse(document, end, options)
        return document
    }

    private static var tooLong: ResponseError {
        let message = "a JSON text can have at most \(mostBytes) bytes"
        return ResponseError(.limitExceeded, message, offset: mostBytes, limit: .bodyBytes)
    }

    /// Throws if the scanner did not come to the end, or if the options refuse what it read.
    @inline(never)
    private static func refuse(
        _ document: JSONDocument,
        _ end: JSONScanEnd,
        _ options: JSONScanOptions
    ) throws(ResponseError) {
        switch end.outcome {
        case .done where document.nodes.count <= options.nodeLimit: break
        case .done, .needsRoom: throw JSONScanFailure(.nodes, end, document, options).error
        case .stopped(let step): throw JSONScanFailure(step, end, document, options).error
        }
        if !options.allowsFragments { try document.refuseFragment() }
        if options.rejectsDuplicateKeys { try document.refuseDuplicateKeys() }
    }
}
