import DecantCore

/// Makes the nodes of a document: runs the scanner, gives it room, and turns what stops it into an error.
struct JSONParser {
    /// The node indices have 32 bits, and a text has at least two bytes for each node but the last.
    private static let mostBytes = Int(UInt32.max)

    /// The text in UTF-8.
    let body: ResponseBody
    let transcoding: Transcoding?
    let options: JSONScanOptions

    /// Reads the text.
    func document() throws(ResponseError) -> JSONDocument {
        guard body.count <= Self.mostBytes else {
            let message = "a JSON text can have at most \(Self.mostBytes) bytes"
            throw ResponseError(.limitExceeded, message, offset: Self.mostBytes, limit: .bodyBytes)
        }
        let (outcome, nodes, scanner) = scan()
        let document = JSONDocument(
            body: body,
            nodes: nodes,
            transcoding: transcoding,
            quirksNeeded: scanner.quirksNeeded
        )
        switch outcome {
        case .done where nodes.count <= options.nodeLimit: break
        case .done, .needsRoom: throw JSONScanFailure(.nodes, of: scanner, document, options).error
        case .stopped(let step): throw JSONScanFailure(step, of: scanner, document, options).error
        }
        if !options.allowsFragments { try document.refuseFragment() }
        if options.rejectsDuplicateKeys { try document.refuseDuplicateKeys() }
        return document
    }
}

extension JSONParser {
    /// Most texts have a node for each 10 to 16 bytes; short ones get room for more, so that they need no second piece.
    var firstCapacity: Int {
        min(body.count / (body.count <= 4096 ? 6 : 10) + 8, mostCapacity)
    }

    /// One node for each two bytes, and one more; or as many as the limit, and two more, by which it is exceeded.
    var mostCapacity: Int {
        let most = body.count / 2 + 4
        return options.nodeLimit < most ? max(options.nodeLimit, 0) + 2 : most
    }

    /// What the rest of the text will need if it is like the part already read, but at least half as much again.
    func nextCapacity(after count: Int, at position: Int) -> Int {
        let rest = body.count - position
        let likely = Double(count) * Double(rest) / Double(max(position, 1)) * 1.05
        let room = count + max(count / 2, min(Int(likely), rest)) + 16
        return min(room, mostCapacity)
    }
}
