import DecantCore

/// Why the scanner stopped, and how to say it.
///
/// Made only once something is wrong.
struct JSONScanFailure {
    let step: JSONScanStep
    let body: ResponseBody
    let position: Int
    let limits: Limits
    let partial: PartialJSONDocument

    init<Grammar>(
        _ step: JSONScanStep,
        of scanner: JSONScanner<Grammar>,
        _ nodes: [JSONNode],
        in body: ResponseBody,
        _ limits: Limits
    ) {
        self.step = step
        self.body = body
        self.limits = limits
        position = step == .nodes ? nodes[min(limits.nodes, nodes.count - 1)].offset : scanner.position
        partial = PartialJSONDocument(
            document: JSONDocument(body: body, nodes: nodes),
            parent: scanner.parent == JSONScanner<Grammar>.noParent ? nil : scanner.parent,
            members: scanner.members
        )
    }

    /// The error.
    var error: ResponseError {
        var error = ResponseError(code, message, path: path, limit: limit)
        error.locate(offset: body.start + position, in: body, at: position)
        return error
    }
}
