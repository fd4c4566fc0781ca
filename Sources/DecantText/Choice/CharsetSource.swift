/// Who says which charset a text is in, the stronger first.
enum CharsetSource: Int, Comparable, CaseIterable {
    case caller, byteOrderMark, zeroBytes, head, document, standard

    static func < (left: CharsetSource, right: CharsetSource) -> Bool { left.rawValue < right.rawValue }

    /// The source as the subject of a sentence.
    var subject: String {
        switch self {
        case .caller: "the caller"
        case .byteOrderMark: "the byte-order mark"
        case .zeroBytes: "the pattern of zero bytes"
        case .head: "the Content-Type field"
        case .document: "the document"
        case .standard: "no one"
        }
    }
}
