// Errors are made as `DecodingError`, which is what `init(from:)` of a user's type may catch. What `ResponseError` says
// beyond it is added where decoding ends (PropertyListDecodingState+Failure.swift).

import DecantCore

extension PropertyListDecodingState {
    /// The error for a value that is no value or not of the type that was expected.
    @inline(never)
    func mismatch(_ type: Any.Type, _ node: Int, _ depth: Int) -> DecodingError {
        let message = "expected \(Self.text(of: type)), found \(tape.description(of: node))"
        let context = DecodingError.Context(codingPath: path(to: node, depth: depth), debugDescription: message)
        return tape.isNull(at: node) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a number that the type does not hold, or for anything else that is no number.
    @inline(never)
    func numberMismatch(_ type: Any.Type, _ node: Int, _ depth: Int) -> DecodingError {
        guard tape[node].kind.isNumber else { return mismatch(type, node, depth) }
        let message = "expected \(Self.text(of: type)), found \(tape.description(of: node))"
        let path = path(to: node, depth: depth)
        return .dataCorrupted(.init(codingPath: path, debugDescription: message, underlyingError: NumberDoesNotFit()))
    }

    /// The error for a member that is not there.
    @inline(never)
    func missing(_ key: some CodingKey, _ dictionary: Int, _ depth: Int) -> DecodingError {
        let message = "no member “\(key.stringValue)”"
        return .keyNotFound(key, .init(codingPath: path(to: dictionary, depth: depth), debugDescription: message))
    }

    private static func text(of type: Any.Type) -> String {
        if type == [Any].self { return "an array" }
        if type == [String: Any].self { return "a dictionary" }
        return "\(type)"
    }
}
