import DecantCore

extension XMLDecodingState {
    /// Makes a value of a type that is made from a scalar.
    ///
    /// XML does not tell numbers from other text: the text is offered as such, and if the type wants something else, as a number.
    func scalar<Value: ScalarDecodable>(_ place: XMLDecodedPlace) throws -> Value {
        guard !isNil(place) else { throw mismatch(Value.self, place) }
        let text = parse(place, allowsElements: true) { $0.extracting($0.trimmedRange).string }
        guard let text else { throw mismatch(Value.self, place) }
        do {
            return try scalar(.string(text), place)
        } catch let error as ScalarMismatch {
            guard !error.isContent, let number = number(of: text) else {
                throw mismatch(error, Value.self, .string(text), place)
            }
            do {
                return try scalar(number, place)
            } catch let error as ScalarMismatch {
                throw mismatch(error, Value.self, number, place)
            }
        }
    }

    /// Makes a value, or throws a mismatch, or an error that a function of the caller's own threw.
    private func scalar<Value: ScalarDecodable>(_ scalar: DecodedScalar, _ place: XMLDecodedPlace) throws -> Value {
        do {
            return try strategies.value(Value.self, scalar, decoding) { path(to: place) }
        } catch  where error is ScalarMismatch || error is DecodingError || error is ResponseError {
            throw error
        } catch {
            let message = "the value was refused: \(error)"
            let path = path(to: place)
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: message, underlyingError: error)
            )
        }
    }

    private func number(of text: String) -> DecodedScalar? {
        guard let text = XMLNumber.decimalText(Array(text.utf8).span) else { return nil }
        return .number(text: text, value: Double(text) ?? .infinity)
    }

    private func mismatch(
        _ mismatch: ScalarMismatch,
        _ type: Any.Type,
        _ scalar: DecodedScalar,
        _ place: XMLDecodedPlace
    ) -> DecodingError {
        let message = mismatch.message(for: scalar, description(of: place))
        let context = DecodingError.Context(codingPath: path(to: place), debugDescription: message)
        return mismatch.isContent ? .dataCorrupted(context) : .typeMismatch(type, context)
    }

    /// The error for a type of Foundation in a program that does not import its conformance.
    @inline(never)
    func missingImport(_ type: Any.Type, _ place: XMLDecodedPlace) -> ResponseError {
        let message = "\(type) is a type of Foundation, which cannot be decoded without its conformance"
        return error(.missingImport, message, at: offset(of: place), path(to: place), hint: "import DecantFoundation")
    }
}
