import DecantCore

/// Why the scanner stopped, and how to say it.
///
/// Made only once something is wrong.
struct JSONScanFailure {
    let step: JSONScanStep
    let options: JSONScanOptions
    let partial: PartialJSONDocument

    /// Where the scanner stopped.
    let position: Int

    init(
        _ step: JSONScanStep,
        of scanner: JSONScanner,
        _ partial: JSONDocument,
        _ options: JSONScanOptions
    ) {
        self.step = step
        self.options = options
        let nodes = partial.nodes
        position = step == .nodes ? nodes[min(options.nodeLimit, nodes.count - 1)].offset : scanner.place.position
        self.partial = PartialJSONDocument(
            document: partial,
            parent: scanner.place.parent == JSONScanner.noParent ? nil : scanner.place.parent,
            members: scanner.place.members
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

    /// The character before the fault that is no white space, or zero.
    var previous: UInt8 {
        var index = position - 1
        while index >= 0, body[index] <= 0x20 { index -= 1 }
        return index >= 0 ? body[index] : 0
    }

    /// The way to the value that was to be read, or else to the container that was to go on.
    private var path: [CodingPathComponent] {
        switch step {
        case .value, .string, .digit, .leadingZero, .numberLength, .depth: partial.path(toValue: true)
        case .member, .colon, .commaOrEnd, .name: partial.path(toValue: false)
        case .nodes: []
        }
    }
}
