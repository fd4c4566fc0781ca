public import DecantCore

extension XML.Node {
    /// Makes a value of a `Decodable` type from this element.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: Which names keys mean, and how values are written.
    ///   - hooks: Functions and other things of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the root element and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.DecodingOptions = XML.DecodingOptions(),
        hooks: XML.DecodingHooks = XML.DecodingHooks()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, hooks: hooks, findings: &findings)
    }

    /// Makes a value of a `Decodable` type from this element, and tells what of it the value lacks.
    ///
    /// Members that the type has no keys for are not told, but what it asks for and does not get: the second element with the name
    /// of a key that is no array, text between the elements of an array, a list that is in an element of its own.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: Which names keys mean, and how values are written.
    ///   - hooks: Functions and other things of the caller's own.
    ///   - findings: What is added to; at most 32 of each kind.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the root element and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.DecodingOptions = XML.DecodingOptions(),
        hooks: XML.DecodingHooks = XML.DecodingHooks(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        guard isElement else { throw error(.typeMismatch, "expected an element, found something else") }
        let state = XMLDecodingState(self, options, hooks)
        do {
            let value = try state.value(type, state.topPlace)
            findings += state.findings()
            return value
        } catch {
            throw state.failure(error)
        }
    }
}

extension XML.Document {
    /// Makes a value of a `Decodable` type from the root element.
    ///
    /// The document can be decoded any number of times, by several threads at once, too.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: Which names keys mean, and how values are written.
    ///   - hooks: Functions and other things of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the root element and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.DecodingOptions = XML.DecodingOptions(),
        hooks: XML.DecodingHooks = XML.DecodingHooks()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, hooks: hooks, findings: &findings)
    }

    /// Makes a value of a `Decodable` type from the root element, and tells what of it the value lacks.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: Which names keys mean, and how values are written.
    ///   - hooks: Functions and other things of the caller's own.
    ///   - findings: What is added to, as by ``XML/Node/decode(_:options:hooks:findings:)``.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the root element and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: XML.DecodingOptions = XML.DecodingOptions(),
        hooks: XML.DecodingHooks = XML.DecodingHooks(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        if let rootName = options.rootName { try root.check(rootName, options, hooks) }
        return try root.decode(type, options: options, hooks: hooks, findings: &findings)
    }
}

extension XML.Node {
    fileprivate func check(
        _ rootName: String,
        _ options: XML.DecodingOptions,
        _ hooks: XML.DecodingHooks
    ) throws(ResponseError) {
        let state = XMLDecodingState(self, options, hooks)
        let wanted = state.name(for: rootName, isAttribute: false)
        guard let wanted, state.fits(record, wanted, state.topPlace) else {
            throw error(.typeMismatch, "the root element is “\(name)”, not “\(rootName)”")
        }
    }
}
