import DecantCore
import DecantDocument

/// Why the scanner stopped, and how to say it.
///
/// Made only once something is wrong.
struct JSONScanFailure {
    let step: JSONScanStep
    let options: JSONScanOptions
    let partial: PartialJSONDocument

    /// Where the scanner stopped.
    let position: Int

    /// The line of this place, if the scanner knows it: what quirks allow has line ends, too.
    private let line: Int?

    init(
        _ step: JSONScanStep,
        _ end: JSONScanEnd,
        _ partial: FlatDocument,
        _ options: JSONScanOptions
    ) {
        self.step = step
        self.options = options
        let isCounted = step != .nodes && end.quirksNeeded.isEmpty
        line = isCounted ? end.line : nil
        position = step == .nodes ? partial[min(options.nodeLimit, partial.count - 1)].offset : end.place.position
        self.partial = PartialJSONDocument(
            document: partial,
            parent: end.place.parent == JSONScanPlace.noParent ? nil : end.place.parent,
            members: end.place.members
        )
    }

    var body: ResponseBody { partial.document.body }

    /// The error.
    var error: ResponseError {
        let fault = fault
        var error = ResponseError(fault.code, fault.message, path: path, limit: fault.limit, hint: fault.hint)
        partial.document.locate(&error, at: fault.position ?? position, line: line)
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
