import DecantCore

/// Why the scanner stopped, and how to say it.
///
/// Made only once something is wrong.
struct JSONScanFailure {
    let step: JSONScanStep
    let limits: Limits
    let partial: PartialJSONDocument

    /// Where the scanner stopped.
    let position: Int

    init<Grammar>(
        _ step: JSONScanStep,
        of scanner: JSONScanner<Grammar>,
        _ partial: JSONDocument,
        _ limits: Limits
    ) {
        self.step = step
        self.limits = limits
        let nodes = partial.nodes
        position = step == .nodes ? nodes[min(limits.nodes, nodes.count - 1)].offset : scanner.position
        self.partial = PartialJSONDocument(
            document: partial,
            parent: scanner.parent == JSONScanner<Grammar>.noParent ? nil : scanner.parent,
            members: scanner.members
        )
    }

    var body: ResponseBody { partial.document.body }

    /// The error.
    var error: ResponseError {
        let fault = fault
        var error = ResponseError(fault.code, fault.message, path: path, limit: fault.limit, hint: fault.hint)
        partial.document.locate(&error, at: fault.position ?? position)
        return error
    }

    /// The way to the value that was to be read, or else to the container that was to go on.
    private var path: [CodingPathComponent] {
        switch step {
        case .value, .elementOrEnd, .string, .digit, .leadingZero, .numberLength: partial.path(toValue: true)
        case .memberOrEnd, .member, .colon, .commaOrEnd, .name: partial.path(toValue: false)
        case .depth: partial.path(toValue: true)
        case .nodes: []
        }
    }
}
