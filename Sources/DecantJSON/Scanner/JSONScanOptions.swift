import DecantCore

/// What the options and limits say to the parser; without references, so that passing it on costs nothing.
struct JSONScanOptions {
    let depthLimit: Int
    let numberLimit: Int
    let nodeLimit: Int
    let allowsFragments: Bool
    let rejectsDuplicateKeys: Bool
    let removesNullMembers: Bool
    let removesNullElements: Bool
    let quirks: JSON.Quirks

    @inline(__always)
    init(_ options: borrowing JSON.Options, _ limits: Limits) {
        depthLimit = limits.jsonDepth
        numberLimit = limits.jsonNumberBytes
        nodeLimit = limits.nodes
        allowsFragments = options.allowsFragments
        rejectsDuplicateKeys = options.rejectsDuplicateKeys
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
    }

    /// Whether a text that is JSON may be refused.
    var refusesMore: Bool { !allowsFragments || rejectsDuplicateKeys }
}
