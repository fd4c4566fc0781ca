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
    var pieces = JSONPieces()

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

    /// Those of the default options and limits, which most texts are read with and which take longer to make than a small text to read.
    static let standard = JSONScanOptions(JSON.Options(), Limits())

    /// Whether a text that is JSON may be refused.
    var refusesMore: Bool { !allowsFragments || rejectsDuplicateKeys }
}

/// The parts of a text that are read piece by piece, with the tokens found in advance.
package struct JSONPieces: Sendable {
    /// The length from which on a text is read so: to begin a piece takes as long as to read some hundreds of bytes.
    package var textLength = 2048

    /// The number of tokens in a piece that is to show what the text is like.
    package var sampleTokens = 256

    /// The number of tokens in a piece after one that shows that this is the faster way, or fewer if there is less memory.
    package var mostTokens = 1 << 20

    /// The number of bytes that are read in the other way after a piece that shows that that one is faster.
    package var plainLength = 1 << 17

    package init() {}
}
