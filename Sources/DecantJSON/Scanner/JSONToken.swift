import DecantDocument

/// A name, a string, a number or a word that was read, or why it could not be.
struct JSONToken {
    /// Whether it could be read; apart from the kind, so that the compiler knows the answer wherever it knows the way.
    let isValid: Bool

    /// What it is.
    let kind: DocumentNode.Kind

    /// Where it ends, for a name with the colon and the white space behind it; where the fault is, if there is one.
    let end: Int

    /// Where it begins; for a string, behind the quotation mark.
    let offset: Int

    /// The payload of its node; for an invalid one, what was expected.
    let payload: UInt64

    @inline(__always)
    init(_ kind: DocumentNode.Kind, offset: Int, payload: UInt64, end: Int) {
        isValid = true
        self.kind = kind
        self.offset = offset
        self.payload = payload
        self.end = end
    }

    /// Creates a token that is not valid, with where a string begins.
    @inline(__always)
    init(stoppedAt fault: Int, expecting step: JSONScanStep, from start: Int = 0) {
        isValid = false
        kind = .null
        offset = start
        payload = UInt64(step.rawValue)
        end = fault
    }

    /// The node of a valid token.
    @inline(__always)
    var node: DocumentNode { DocumentNode(kind, offset: offset, payload: payload) }

    /// What was expected where an invalid one is wrong.
    var step: JSONScanStep { JSONScanStep(rawValue: UInt8(truncatingIfNeeded: payload)) ?? .value }
}
