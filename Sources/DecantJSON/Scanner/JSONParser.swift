import DecantCore

/// Makes the nodes of a document: runs the scanner, gives it room, and turns what stops it into an error.
struct JSONParser {
    /// The node indices have 32 bits, and a text has at least two bytes for each node but the last.
    private static let mostBytes = Int(UInt32.max)

    let body: ResponseBody
    let options: JSONOptions
    let limits: Limits

    /// Reads the text.
    func nodes() throws(ResponseError) -> [JSONNode] {
        guard body.count <= Self.mostBytes else {
            let message = "a JSON text can have at most \(Self.mostBytes) bytes"
            throw ResponseError(.limitExceeded, message, offset: Self.mostBytes, limit: .bodyBytes)
        }
        let nodes =
            options.quirks.isEmpty
            ? try result(of: scan(by: StrictJSONGrammar.self))
            : try result(of: scan(by: LenientJSONGrammar.self))
        return nodes
    }

    private func result<Grammar>(
        of scan: (JSONScanOutcome, [JSONNode], JSONScanner<Grammar>)
    ) throws(ResponseError) -> [JSONNode] {
        let (outcome, nodes, scanner) = scan
        switch outcome {
        case .done where nodes.count <= limits.nodes: return nodes
        case .done, .needsRoom: throw JSONScanFailure(.nodes, of: scanner, nodes, in: body, limits).error
        case .stopped(let step): throw JSONScanFailure(step, of: scanner, nodes, in: body, limits).error
        }
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
        return limits.nodes < most ? limits.nodes + 2 : most
    }

    /// What the rest of the text will need if it is like the part already read, but at least half as much again.
    func nextCapacity(after count: Int, at position: Int) -> Int {
        let rest = body.count - position
        let likely = Double(count) * Double(rest) / Double(max(position, 1)) * 1.05
        let room = count + max(count / 2, min(Int(likely), rest)) + 16
        return min(room, mostCapacity)
    }
}
