import DecantCore

extension PropertyListDecodingState {
    /// Makes a value of a type that is made from a scalar.
    func scalar<Value: ScalarDecodable>(_ node: Int, _ depth: Int) throws -> Value {
        do throws(ScalarMismatch) {
            return try Value(scalar: scalar(at: node), strategies: strategies)
        } catch {
            throw mismatch(error, Value.self, node, depth)
        }
    }

    private func scalar(at node: Int) -> DecodedScalar {
        switch tape[node].kind.listKind {
        case .boolean: .boolean(tape[node].kind == .true)
        case .string: .string(tape.string(at: node))
        case .integer: .number(text: "\(tape.integer(at: node))", value: Double(tape.integer(at: node)))
        case .real: .number(text: "\(tape.real(at: node))", value: tape.real(at: node))
        case .date: .date(secondsSinceReferenceDate: tape.date(at: node))
        case .data: .data(tape.data(at: node))
        case .array, .set, .dictionary, .uid: .container
        }
    }

    private func mismatch(
        _ mismatch: ScalarMismatch,
        _ type: Any.Type,
        _ node: Int,
        _ depth: Int
    ) -> DecodingError {
        let message = "expected \(mismatch.expected), found \(tape.description(of: node))"
        let context = DecodingError.Context(codingPath: path(to: node, depth: depth), debugDescription: message)
        return mismatch.isContent ? .dataCorrupted(context) : .typeMismatch(type, context)
    }

    /// The error for a type of Foundation in a program that does not import its conformance.
    @inline(never)
    func missingImport(_ type: Any.Type, _ node: Int) -> ResponseError {
        let message = "\(type) is a type of Foundation, which cannot be decoded without its conformance"
        return document.error(.missingImport, message, at: node, hint: "import DecantFoundation")
    }
}
