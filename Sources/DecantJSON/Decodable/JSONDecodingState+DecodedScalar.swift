import DecantCore

extension JSONDecodingState {
    /// Makes a value of a type that is made from a scalar.
    func scalar<Value: ScalarDecodable>(_ node: Int, _ depth: Int) throws -> Value {
        guard tape[node].kind != .null else { throw mismatch(Value.self, node, depth) }
        do throws(ScalarMismatch) {
            let scalar = scalar(at: node)
            if let made = try hooks.scalar?(Value.self, scalar) as? Value { return made }
            return try Value(scalar: scalar, strategies: options.scalars)
        } catch {
            throw mismatch(error, Value.self, node, depth)
        }
    }

    private func scalar(at node: Int) -> DecodedScalar {
        switch tape[node].kind {
        case .null: .null
        case .false: .boolean(false)
        case .true: .boolean(true)
        case .string, .escapedString: .string(tape.string(at: node))
        case .array: bytes(ofArray: node).map { .data($0) } ?? .container
        case .object: .container
        default: .number(text: tape.numberText(at: node), value: tape.double(at: node) ?? .infinity)
        }
    }

    /// The bytes of an array, if bytes are written so and all elements are some.
    private func bytes(ofArray array: Int) -> [UInt8]? {
        guard options.scalars.data == .array else { return nil }
        var bytes: [UInt8] = []
        for node in array + 1..<tape[array].end {
            guard tape[node].kind == .integer, let byte = UInt8(exactly: Int64(bitPattern: tape[node].payload)) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
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
