public import DecantCore
import DecantDocument

extension JSON {
    /// A type that decodes itself directly from a JSON document, several times faster than through `Decodable`.
    ///
    /// The generality of `Decodable` costs boxes, dynamic casts, and keys that are recreated for each member. For a
    /// type that is decoded by the million, write the decoding by hand instead:
    ///
    /// ```swift
    /// struct Event: JSON.DirectDecodable {
    ///     let id: Int
    ///     let name: String
    ///     let logo: String?
    ///     let prices: [Price]
    ///
    ///     init(from value: borrowing JSON.Cursor) throws(ResponseError) {
    ///         var members = try value.members()
    ///         id = try members.decode("id")
    ///         name = try members.decode("name")
    ///         logo = try members.decodeIfPresent("logo")
    ///         prices = try members.decode("prices")
    ///     }
    /// }
    ///
    /// let events = try JSONResponseSerializer(direct: [Event].self).value(of: bytes, for: response)
    /// ```
    ///
    /// Members are found in any order; lookups in document order are the fastest. A struct of many members is created
    /// faster at once, by `self.init(id: try members.decode("id"), …)`, than one member at a time.
    ///
    /// Numbers, strings, Booleans, optionals, arrays and dictionaries of such types conform already, and so does every
    /// `RawRepresentable` type that declares the conformance. Names are compared as written: there are no key
    /// strategies.
    public protocol DirectDecodable {
        /// Creates a value from a part of the document.
        ///
        /// - Parameter value: The part of the document.
        /// - Throws: `ResponseError` with the offset in the text; the path is added where decoding ends.
        init(from value: borrowing Cursor) throws(ResponseError)

        /// Creates a value from a part of the document, with the representations of dates, data, and numbers that are
        /// not finite.
        ///
        /// Collections and optionals pass the options on. By default, a type does not depend on them.
        ///
        /// - Parameters:
        ///   - value: The part of the document.
        ///   - options: The representations; `keys` has no effect.
        /// - Throws: `ResponseError` with the offset in the text; the path is added where decoding ends.
        init(from value: borrowing Cursor, options: DecodingOptions) throws(ResponseError)

        /// Creates a scalar of the standard library, or nil for any other type, or for a value that does not fit.
        ///
        /// Cursors try this function first, because initializers with typed errors are not inlined across modules.
        static func _scalar(_ value: borrowing Cursor) -> Self?
    }
}

extension JSON.DirectDecodable {
    /// Returns nil, because the type is not a scalar of the standard library.
    @inlinable
    public static func _scalar(_ value: borrowing JSON.Cursor) -> Self? { nil }
}

extension JSON.DirectDecodable where Self: RawRepresentable, RawValue: JSON.DirectDecodable {
    /// Creates a value from its raw value.
    ///
    /// - Parameter value: The part of the document.
    /// - Throws: ``ResponseError`` if the raw value has another type, or does not match a case.
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        guard let known = Self(rawValue: try RawValue(from: value)) else {
            throw value.missingCase(of: Self.self)
        }
        self = known
    }
}

extension JSON.Cursor {
    /// Returns the error for a raw value that matches no case of a type.
    fileprivate func missingCase(of type: Any.Type) -> ResponseError {
        let found = string.map { "“\($0.excerpt(40))”" } ?? flat.description(of: index)
        return error("\(type) has no case for \(found)")
    }
}

extension JSON: JSON.DirectDecodable {
    /// Creates a view of a part of the document, without copying it.
    @inlinable
    public init(from value: borrowing Cursor) throws(ResponseError) { self.init(value) }
}

extension JSON {
    /// Decodes a type that reads itself directly from the document.
    ///
    /// - Parameter type: The type of the value.
    /// - Throws: `ResponseError` with the path from the top of the document and the position in the text.
    @inlinable
    public func decode<Value: DirectDecodable>(direct type: Value.Type) throws(ResponseError) -> Value {
        do throws(ResponseError) {
            return try cursor.decode(type)
        } catch {
            throw completed(error)
        }
    }

    /// Adds the path and position to an error, which has only an offset in the text.
    @usableFromInline
    func completed(_ error: ResponseError) -> ResponseError {
        var (error, path) = (error, error.details.path)
        error.locate { offset in
            if path.isEmpty, let node = node(atTextOffset: offset) { path = flat.path(to: node) }
            return flat.site(of: offset)
        }
        error.details.path = path
        return error
    }

    /// Returns the value that begins at an offset, by binary search: nodes are in the order of the text.
    private func node(atTextOffset offset: Int) -> Int? {
        var range = 0..<flat.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if flat.textOffset(of: middle) == offset { return middle }
            range = flat.textOffset(of: middle) < offset ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
