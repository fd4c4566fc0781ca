public import DecantCore
public import DecantJSON

/// The elements of one array inside a JSON document of any size.
public enum JSONElements {
    /// Reads the elements of an array while the document arrives.
    ///
    /// ```swift
    /// var reader = JSONElements.Reader(at: "/data/items")
    /// for chunk in chunks {
    ///     reader.append(chunk)
    ///     while let element = try reader.next() { insert(try element.decode(Item.self)) }
    /// }
    /// reader.finish()
    /// while let element = try reader.next() { insert(try element.decode(Item.self)) }
    /// let page = try reader.rest(as: Page.self)
    /// ```
    ///
    /// What is around the array is kept, up to ``Limits/bodyBytes``, and read at the end; ``rest()`` has it. The first
    /// member with a name counts, as everywhere. Elements, findings and errors are the same however the bytes are cut.
    /// Comments and the other quirks of JSON5 are not accepted around elements.
    public struct Reader: ~Copyable {
        var items: JSONItems
        private var skeleton: JSONSkeleton
        private var extent = JSONExtent()
        private var state = State.outside
        private let skipsBadItems: Bool
        private let options: JSON.Options
        private let limits: Limits
        private var document: JSON?
        /// The offset up to which the document was read.
        private var scanned = 0
        /// The place of the element that was read last.
        private(set) var item = 0..<0

        private enum State {
            /// Before or after the array.
            case outside
            /// Before the first element.
            case first
            /// Before an element that has to be there.
            case element
            /// In an element.
            case value
            /// After an element.
            case after
        }

        /// Creates a reader of a document that is yet to come.
        ///
        /// - Parameters:
        ///   - pointer: The JSON pointer (RFC 6901) that leads to the array; the empty one is for a document that is an
        ///     array.
        ///   - options: The ways in which the elements are read.
        ///   - limits: The limits, of which ``Limits/itemBytes`` counts for an element, ``Limits/bodyBytes`` for all that is
        ///     around the array, and those of JSON for each.
        ///   - skipsBadItems: Whether an element that is not JSON becomes a finding instead of an error.
        public init(
            at pointer: String,
            options: JSON.Options = JSON.Options(),
            limits: Limits = Limits(),
            skipsBadItems: Bool = false
        ) {
            items = JSONItems(options, limits)
            skeleton = JSONSkeleton(pointer, limits)
            self.options = options
            self.limits = limits
            self.skipsBadItems = skipsBadItems
        }
    }
}

extension JSONElements.Reader {
    /// Adds what has arrived; it is looked at when elements are asked for.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: Span<UInt8>) {
        if !items.isFinished { items.window.append(chunk) }
    }

    /// Adds what has arrived; it is looked at when elements are asked for.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: some Sequence<UInt8>) { append(Array(chunk).span) }

    /// Notes that nothing more will arrive; ``next()`` gives what is left, and judges the document.
    public mutating func finish() { items.isFinished = true }

    /// The findings so far.
    public var findings: [Finding] { items.log.all }

    /// The number of elements that were read, with those that were skipped.
    public var itemCount: Int { items.count }

    /// The position in the document up to which it was read.
    public var position: SourcePosition { items.window.position(of: scanned) }

    /// The path of the array, to which the index of an element is added.
    var path: [CodingPathComponent] { skeleton.path }

    /// Reads the next element.
    ///
    /// - Returns: The element, in whose positions offsets, lines and columns count from its beginning; nil if more bytes are
    ///   needed, or at the end.
    /// - Throws: ``ResponseError`` with the place in the whole document, the path and the index of the element: at the end
    ///   ``ResponseError/Code/keyNotFound`` if the path leads nowhere, ``ResponseError/Code/typeMismatch`` if it does not
    ///   lead to an array, and ``ResponseError/Code/truncatedBody`` if the document is not complete. Every later call throws
    ///   it again.
    public mutating func next() throws(ResponseError) -> JSON? {
        if let failure = items.failure { throw failure }
        do throws(ResponseError) {
            while true {
                let before = (scanned, state)
                if let element = try step() { return element }
                if scanned == before.0, state == before.1 { break }
            }
            if items.isFinished { try end() }
            return nil
        } catch {
            throw items.fail(error)
        }
    }

    /// The document around the array, which is empty in it.
    ///
    /// - Returns: The document.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/valueNotFound`` if the stream was not read to its end.
    public func rest() throws(ResponseError) -> JSON {
        if let document { return document }
        throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
    }

    /// Makes a value of what is around the array, which is empty in it.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` as from ``rest()``, and if the type does not fit.
    public func rest<Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value {
        try rest().decode(type, options: options)
    }
}

extension JSONElements.Reader {
    private mutating func step() throws(ResponseError) -> JSON? {
        switch state {
        case .outside:
            if try skeleton.read(&items, from: &scanned) { state = .first }
            return nil
        case .first, .element, .after:
            skipWhiteSpace()
            guard scanned < items.window.end else { return nil }
            return try punctuation(items.window[scanned])
        case .value:
            return try value()
        }
    }

    private mutating func skipWhiteSpace() {
        while scanned < items.window.end, JSONItems.isWhiteSpace(items.window[scanned]) { scanned += 1 }
        items.window.drop(before: scanned)
    }

    private mutating func punctuation(_ byte: UInt8) throws(ResponseError) -> JSON? {
        switch (state, byte) {
        case (.first, 0x5D), (.after, 0x5D):
            skeleton.goOn(items, at: scanned)
            state = .outside
        case (.after, 0x2C):
            scanned += 1
            state = .element
            items.window.drop(before: scanned)
        case (.first, _), (.element, _):
            guard byte != 0x2C, byte != 0x5D, byte != 0x7D else { throw unexpected("an element") }
            extent.begin(at: scanned, in: items.window)
            state = .value
        default: throw unexpected("“,” or “]” after an element")
        }
        return nil
    }

    private func unexpected(_ expected: String) -> ResponseError {
        let found = Character(Unicode.Scalar(items.window[scanned]))
        let message = "expected \(expected), but found “\("\(found)".excerpt(1))”"
        return placed(ResponseError(.malformedBody, message), at: scanned)
    }

    private func placed(_ error: ResponseError, at offset: Int) -> ResponseError {
        var error = items.placed(error, at: offset)
        error.details.path = path + [.index(items.count)] + error.path
        return error
    }

    private mutating func value() throws(ResponseError) -> JSON? {
        let end = extent.end(in: items.window, before: items.window.end)
        scanned = extent.scanned
        if scanned - extent.start > items.limit {
            throw placed(items.tooLarge("element", from: extent.start), at: extent.start + items.limit)
        }
        guard let end else { return nil }
        state = .after
        item = extent.start..<end
        do throws(ResponseError) {
            let json = try items.parse(item)
            items.count &+= 1
            return json
        } catch {
            var error = error
            error.details.path = path + [.index(items.count)] + error.path
            guard skipsBadItems else { throw error }
            items.skip(error)
            return nil
        }
    }

    /// Returns whether an error in the last element may be only that the rest of it is missing: it reaches to the end.
    private func isCut(_ error: ResponseError) -> Bool {
        guard let offset = error.offset, offset < items.window.end else { return true }
        let rest = items.window.span(offset..<min(items.window.end, offset + 8)).text
        return ["true", "false", "null"].contains { $0.hasPrefix(rest) }
    }

    /// Judges the document at its end.
    private mutating func end() throws(ResponseError) {
        guard document == nil else { return }
        if state == .outside, skeleton.isComplete {
            document = try skeleton.document(items, options, limits)
            return
        }
        if state == .outside { throw skeleton.truncated(items) }
        // What is wrong before the end is the reason; else the document is cut.
        if state == .value {
            do throws(ResponseError) {
                _ = try items.parse(extent.start..<items.window.end)
            } catch  where !isCut(error) {
                var error = error
                error.details.path = path + [.index(items.count)] + error.path
                throw error
            } catch {}
        }
        let message = "the document ends inside the array, after \(items.count) complete elements"
        throw placed(ResponseError(.truncatedBody, message), at: items.window.end)
    }
}
