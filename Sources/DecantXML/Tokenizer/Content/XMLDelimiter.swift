/// What ends a piece of markup that is not looked into.
enum XMLDelimiter {
    /// `-->`, and `--` cannot stand elsewhere.
    case comment

    /// `]]>`.
    case section

    /// `?>`.
    case instruction

    /// The byte that it begins with.
    var first: UInt8 {
        switch self {
        case .comment: 0x2D
        case .section: 0x5D
        case .instruction: 0x3F
        }
    }

    /// What is between the marks, for messages.
    var name: String {
        switch self {
        case .comment: "a comment"
        case .section: "a CDATA section"
        case .instruction: "a processing instruction"
        }
    }
}
