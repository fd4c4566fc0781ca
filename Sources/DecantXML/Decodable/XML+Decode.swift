public import DecantCore

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
    ///   - body: The XML document.
    ///   - context: The context that provides the limits and receives findings.
    ///   - strategies: The custom decoding functions and user info.
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ResponseBytes,
        in context: inout DecodingContext,
        strategies: CustomStrategies
    ) throws(ResponseError) -> Value {
        var options = self
        options.keepsComments = false
        let document = try XML.Document(parsing: body, in: &context, options: options)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try document.decode(type, options: options, strategies: strategies, findings: &findings)
    }
}

extension XML.Node {
    /// Decodes a value of a `Decodable` type from this element.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Only the options for `Decodable` types have an effect.
    ///   - strategies: The custom decoding functions and user info.
    /// - Throws: ``ResponseError`` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options(),
        strategies: CustomStrategies = CustomStrategies()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, strategies: strategies, findings: &findings)
    }

    /// Decodes a value of a `Decodable` type from this element, and reports ignored content.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Only the options for `Decodable` types have an effect.
    ///   - strategies: The custom decoding functions and user info.
    ///   - findings: The array to append findings to, at most 32 of each kind. They report requested content that the
    ///     value lacks: repeated elements decoded as a single value, text between the elements of an array, and the
    ///     content of a wrapper element decoded as the only item of a list. They also report skipped elements.
    /// - Throws: ``ResponseError`` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options(),
        strategies: CustomStrategies = CustomStrategies(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        guard options.path == .root else {
            return try decode(type, at: options.path, options, strategies, &findings)
        }
        guard isElement else { throw error(.typeMismatch, "expected an element, but found another kind of node") }
        let state = XMLDecodingState(self, options, strategies)
        return try state.decode(type, state.topLocation, &findings)
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
    ///   - strategies: The custom decoding functions and user info.
    /// - Throws: ``ResponseError`` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options(),
        strategies: CustomStrategies = CustomStrategies()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, strategies: strategies, findings: &findings)
    }

    /// Decodes a value of a `Decodable` type from the root element, and reports ignored content.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Only the options for `Decodable` types have an effect.
    ///   - strategies: The custom decoding functions and user info.
    ///   - findings: The array to append findings to, as for ``XML/Node/decode(_:options:strategies:findings:)``.
    /// - Throws: ``ResponseError`` with the path from the root element and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.Options = XML.Options(),
        strategies: CustomStrategies = CustomStrategies(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        if let rootName = options.rootName { try root.check(rootName, options, strategies) }
        return try root.decode(type, options: options, strategies: strategies, findings: &findings)
    }
}

extension XML.Node {
    fileprivate func check(
        _ rootName: String,
        _ options: XML.Options,
        _ strategies: CustomStrategies
    ) throws(ResponseError) {
        let state = XMLDecodingState(self, options, strategies)
        let wanted = state.name(for: rootName, isAttribute: false)
        guard let wanted, state.fits(record, wanted, state.topLocation) else {
            throw error(.typeMismatch, "expected the root element “\(rootName)”, but found “\(name)”")
        }
    }
}

extension XMLDecodingState {
    fileprivate func decode<Value: Decodable>(
        _ type: Value.Type,
        _ location: XMLLocation,
        _ findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        do {
            let value = try value(type, location)
            findings += (skipped?.findings ?? []) + self.findings()
            return value
        } catch {
            let failure = failure(error)
            throw skipped?.completed(failure) ?? failure
        }
    }
}

// MARK: - Paths

extension XML.Node {
    /// Decodes the elements or the attribute at a path, treating the last step as a key.
    @inline(never)
    private func decode<Value: Decodable>(
        _ type: Value.Type,
        at path: XML.Path,
        _ options: XML.Options,
        _ strategies: CustomStrategies,
        _ findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        guard isElement else { throw error(.typeMismatch, "expected an element, but found another kind of node") }
        let namespaces = options.namespaces
        var node = self
        for step in path.steps.dropLast(path.leadsToAttribute ? 0 : 1) {
            let test = step.resolved(namespaces)
            guard let next = node.elements.first(where: { test.matches($0.record.name, in: storage) }) else {
                throw node.missing(step, options, strategies)
            }
            node = next
        }
        let state = XMLDecodingState(node, options, strategies)
        guard let last = path.attribute ?? path.steps.last else {
            return try state.decode(type, state.topLocation, &findings)
        }
        guard let location = state.location(of: last, isAttribute: path.leadsToAttribute) else {
            throw node.missing(last, isAttribute: path.leadsToAttribute, options, strategies)
        }
        return try state.decode(type, location, &findings)
    }

    private func missing(
        _ step: XMLNameTest,
        isAttribute: Bool = false,
        _ options: XML.Options,
        _ strategies: CustomStrategies
    ) -> ResponseError {
        let state = XMLDecodingState(self, options, strategies)
        let key = DocumentKey(stringValue: (isAttribute ? "@" : "") + step.description)
        return state.failure(state.missing(key, isAttribute ? .attribute : .element, in: state.topLocation))
    }
}

extension XMLDecodingState {
    /// The first element or attribute in the top element that matches a step of a path.
    func location(of step: XMLNameTest, isAttribute: Bool) -> XMLLocation? {
        let test = step.resolved(options.namespaces, isAttribute: isAttribute)
        var location: XMLLocation?
        if isAttribute {
            let index = storage.attributeRange(of: top).first {
                self.isAttribute($0) && test.matches(storage.attributes[$0].name, in: storage)
            }
            location = index.map { XMLLocation(.attribute, $0, in: 0) }
        } else {
            var node = firstElement(in: top)
            while let element = node, !test.matches(storage.nodes[element].name, in: storage) {
                node = nextElement(after: element)
            }
            location = node.map { XMLLocation(.named, $0, in: 0) }
        }
        location?.form = test.namespace != nil ? .expanded : test.written != nil ? .written : .local
        return location
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
        decoder.state.noteRepetition(of: decoder.location)
        decoder.state.unread.readTexts.insert(index)
    }
}
