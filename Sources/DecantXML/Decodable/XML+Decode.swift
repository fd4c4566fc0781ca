public import DecantCore
public import DecantDocument

extension XML {
    /// A decoder that decodes XML 1.0 as any `Decodable` type, by the rules of ``XMLResponseSerializer``.
    ///
    /// ```swift
    /// let order = try XML.Decoder().dates(.iso8601).decode(Order.self, from: bytes)
    /// ```
    ///
    /// The decoder never reads anything outside the bytes. Errors include the coding path, line, and column.
    public typealias Decoder = FormatDecoder<Options>
}

extension XML.Options {
    /// Parses a body and decodes a value of a `Decodable` type.
    ///
    /// The serializer and the decoder of the format use this method.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - body: The bytes to parse.
    ///   - context: The context that provides the limits and receives findings.
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ResponseBytes,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Value {
        var options = self
        options.keepsComments = false
        let document = try XML.Document(parsing: body, in: &context, options: options)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try document.decode(type, options: options, findings: &findings)
    }
}

extension XML.Node {
    /// Decodes a value of a `Decodable` type from this element.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Only the options for `Decodable` types have an effect.
    /// - Throws: `ResponseError` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, findings: &findings)
    }

    /// Decodes a value of a `Decodable` type from this element, and reports ignored content.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Only the options for `Decodable` types have an effect.
    ///   - findings: The array to append findings to, at most 32 of each kind. They report requested content that the
    ///     value lacks: repeated elements decoded as a single value, text between the elements of an array, and the
    ///     content of a wrapper element decoded as the only item of a list. They also report skipped elements and
    ///     unmatched keys.
    /// - Throws: `ResponseError` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        guard isElement else { throw error(.typeMismatch, "expected an element, but found another kind of node") }
        let (state, location) = try resolvePath(options)
        do {
            let value = try state.value(type, location)
            findings += (state.skipped?.findings ?? []) + state.findings() + state.unusedPaths()
            state.leniences?.removeAll(into: &findings)
            return value
        } catch {
            if state.convertsNames { findings += state.unmatched.findings }
            state.leniences?.removeAll(into: &findings)
            let failure = state.failure(error)
            throw state.completed(failure)
        }
    }
}

extension XML.Document {
    /// Decodes a value of a `Decodable` type from the root element.
    ///
    /// A document can be decoded repeatedly, and by several threads concurrently.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Only the options for `Decodable` types have an effect.
    /// - Throws: `ResponseError` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, findings: &findings)
    }

    /// Decodes a value of a `Decodable` type from the root element, and reports ignored content.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Only the options for `Decodable` types have an effect.
    ///   - findings: The array to append findings to, as for ``XML/Node/decode(_:options:findings:)``.
    /// - Throws: `ResponseError` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        if let rootName = options.rootName { try root.check(rootName, options) }
        return try root.decode(type, options: options, findings: &findings)
    }
}

extension XML.Node {
    fileprivate func check(
        _ rootName: String,
        _ options: XML.Options
    ) throws(ResponseError) {
        let state = XMLDecodingState(self, options)
        let wanted = state.name(for: rootName, isAttribute: false)
        guard let wanted, state.fits(record, wanted, state.topLocation) else {
            throw error(.typeMismatch, "expected the root element “\(rootName)”, but found “\(name)”")
        }
    }

    /// Returns the location at the path in the options, and the state of decoding the element before its last step.
    ///
    /// The last step is treated as a key.
    private func resolvePath(
        _ options: XML.Options
    ) throws(ResponseError) -> (XMLDecodingState, XMLLocation) {
        let steps = options.path.steps
        var state = XMLDecodingState(self, options)
        var location = state.topLocation
        for (index, step) in (steps + [options.path.attribute].compactMap(\.self)).enumerated() {
            if index > 0 { state = XMLDecodingState(XML.Node(storage, location.number), options) }
            let isAttribute = index == steps.count
            guard let found = state.location(of: step, isAttribute: isAttribute) else {
                let mark = isAttribute ? "@" : XMLDecodingState.elementMark
                let key = DocumentKey(stringValue: mark + step.description)
                throw state.failure(state.missing(key, in: state.topLocation))
            }
            location = found
            state.start = found
        }
        return (state, location)
    }
}

extension XMLDecodingState {
    /// The first element or attribute in the top element that matches a step of a path.
    func location(of step: XMLNameTest, isAttribute: Bool) -> XMLLocation? {
        let test = step.resolved(options.namespaces, isAttribute: isAttribute)
        let form: XMLNameForm =
            switch test.prefix {
            case .namespace: .expanded
            case .none: .written
            case .any, .written: .local
            }
        if isAttribute {
            let index = attributes(of: top).first { test.matches(storage.attributes[$0].name, in: storage) }
            return index.map { XMLLocation(.attribute, $0, in: 0, form: form) }
        }
        let node = storage.elements(of: top).first { test.matches(storage.nodes[$0].name, in: storage) }
        return node.map { XMLLocation(.named, $0, in: 0, form: form) }
    }
}

extension XML.Node: Decodable {
    /// Creates a node from the current element of a document being decoded, without copying it.
    ///
    /// - Parameter decoder: The decoder that Decant passes to `init(from:)` when it decodes XML.
    /// - Throws: `DecodingError` if the decoder is not Decant's XML decoder, or is not at an element.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? XMLValueDecoder else {
            let message = "an XML node can only be made from XML that Decant decodes"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
        }
        self = XML.Node(decoder.state.storage, try decoder.state.element(at: decoder.location))
        decoder.state.recordRepetition(of: decoder.location)
        decoder.state.unread.readTexts.insert(index)
    }
}
