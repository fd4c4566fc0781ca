import DecantCore

/// What the options and limits say to the parser; without references, so that passing it on costs nothing.
struct JSONScanOptions: Sendable {
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
        rejectsDuplicateKeys = options.duplicateKeys == .reject
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
    }

    /// Those of the default options and limits, which most texts are read with and which take longer to make than a small text to read.
    static let standard = JSONScanOptions(JSON.Options(), Limits())

    /// Whether a text that is JSON may be refused.
    var refusesMore: Bool { !allowsFragments || rejectsDuplicateKeys }
}
