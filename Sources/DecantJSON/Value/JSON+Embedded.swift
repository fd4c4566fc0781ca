public import DecantCore
import DecantDocument

extension JSON {
    /// A value that is in a string as JSON text, as in `{"payload": "{\"id\": 7}"}`.
    ///
    /// ```swift
    /// struct Message: Decodable {
    ///     @JSON.Embedded var payload: User
    /// }
    /// ```
    ///
    /// It works in JSON, XML, and property lists, with the options of the decoder, and also as a type:
    /// `[JSON.Embedded<Payload>]` for the elements of an array, `.json(JSON.Embedded<Payload>.self)` for a whole body. The
    /// path of an error leads into the text; its line and column are in the message. An optional value is nil if the
    /// member is missing or null.
    @propertyWrapper
    public struct Embedded<Value> {
        /// The value that the text contains.
        public var wrappedValue: Value

        /// Creates a wrapper of a value.
        public init(wrappedValue: Value) {
            self.wrappedValue = wrappedValue
        }
    }
}

extension JSON.Embedded: Sendable where Value: Sendable {}
extension JSON.Embedded: Equatable where Value: Equatable {}
extension JSON.Embedded: Hashable where Value: Hashable {}

extension JSON.Embedded: Decodable where Value: Decodable {
    /// Decodes the text of a string.
    ///
    /// - Throws: `DecodingError` if the value is not a string, or its text is not the JSON of a value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else {
            wrappedValue = try Value(from: decoder)
            return
        }
        let text = try container.decode(String.self)
        let outer = decoder as? any DocumentDecoder
        var options = JSON.Options()
        if let outer { options.decoding = outer.decodingOptions }
        var findings: [Finding] = []
        do throws(ResponseError) {
            let json = try JSON(parsing: ResponseBytes(text.utf8), options: options)
            wrappedValue = try json.decode(Value.self, options: options, findings: &findings)
        } catch {
            let path = decoder.codingPath + error.details.path.map { DocumentKey($0) }
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: Self.message(error), underlyingError: error)
            )
        }
        outer?.report(findings)
    }

    /// The message of an error in the text, with its position.
    fileprivate static func message(_ error: ResponseError) -> String {
        let position = error.position.map { " (line \($0.line), column \($0.column) of the text)" } ?? ""
        return "in the JSON of a string: \(error.message)\(position)"
    }
}

extension JSON.Embedded: JSON.DirectDecodable where Value: JSON.DirectDecodable {
    /// Reads the text of a string.
    ///
    /// - Throws: `ResponseError` if the value is not a string, or its text is not the JSON of a value.
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        guard !value.isNull else {
            wrappedValue = try Value(from: value)
            return
        }
        let text = try value.decode(String.self)
        do throws(ResponseError) {
            wrappedValue = try JSON(parsing: ResponseBytes(text.utf8)).decode(direct: Value.self)
        } catch {
            throw value.error("in the JSON of a string: \(error.message)")
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes an optional value that is in a string as JSON text; nil if the member is missing or null.
    public func decode<Value: Decodable>(
        _ type: JSON.Embedded<Value?>.Type,
        forKey key: Key
    ) throws -> JSON.Embedded<Value?> {
        try decodeIfPresent(type, forKey: key) ?? JSON.Embedded(wrappedValue: nil)
    }
}
