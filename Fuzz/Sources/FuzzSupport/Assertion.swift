public import DecantCore

/// Ends the process if a condition does not hold, which a fuzzer reports as a crash.
///
/// Unlike a precondition, this prints its message in optimized builds as well.
///
/// - Parameters:
///   - condition: The condition that must hold.
///   - message: The error if it does not.
@inline(__always)
public func assure(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String) {
    if !condition() { fatalError(message()) }
}

/// Ends the process if two values differ.
///
/// - Parameter message: The meaning of the values.
@inline(__always)
public func assureEqual<Value: Equatable>(_ left: Value, _ right: Value, _ message: @autoclosure () -> String) {
    if left != right { fatalError("\(message()):\n\(String(reflecting: left))\n\(String(reflecting: right))") }
}

extension ResponseError {
    /// The maximum length of a description, for any response.
    private static let longestDescription = 32 << 10

    /// Checks all properties of an error, and ends the process if one is invalid.
    ///
    /// - Parameter count: The number of bytes of the body as received.
    public func examine(bodyCount count: Int) {
        examineText()
        examineLocation(count)
        assure((code == .limitExceeded) == (limit != nil), "a limit is named if and only if one is exceeded: \(self)")
        assure(body.count <= count, "the error keeps more than there is")
        errorBodyFailure?.examine(bodyCount: count)
        for attempt in attempts { attempt.examine(bodyCount: count) }
    }

    private func examineText() {
        let text = description
        assure(!message.isEmpty, "an error without a message: \(code)")
        assure(text.utf8.count <= Self.longestDescription, "a description of \(text.utf8.count) bytes")
        assure(
            text.unicodeScalars.allSatisfy(\.isFitToPrint),
            "a description that commands a terminal: \(text.debugDescription)"
        )
    }

    private func examineLocation(_ count: Int) {
        if let offset { assure(offset >= 0 && offset <= count, "the offset \(offset) of \(count)") }
        guard let position else { return }
        assure(position.line >= 1 && position.column >= 1, "line \(position.line), column \(position.column)")
        let report = report
        guard let snippet = report.snippet else { return }
        assure((0...snippet.count).contains(report.snippetCaret), "the caret is outside of the snippet")
        assure(snippet.count <= 2000, "a snippet of \(snippet.count) characters")
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is safe to print: a terminal displays it and does nothing else.
    var isFitToPrint: Bool {
        switch value {
        case 0x0A: true
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
