package import Decant

extension XML.Document: DecodedValue {
    package var facts: ValueFacts? {
        ValueFacts(name: "xml", members: ["root": .string(root.name.written), "charset": .string(charset.name)])
    }
}

extension XML.Node {
    /// The attributes of an element including namespace declarations, as written.
    package var writtenAttributes: [(name: String, value: String)] {
        namespaceDeclarations.map { ($0.name.written, $0.value) } + attributes.map { ($0.name.written, $0.value) }
    }
}

extension XML.Events: DecodedValue {
    package func finish() throws(ResponseError) -> [Finding] {
        var reader = makeReader()
        while try reader.next() != nil {}
        return newFindings(of: reader)
    }

    /// Returns the findings since the value was created.
    package func newFindings(of reader: borrowing XML.Reader) -> [Finding] {
        Array(reader.findings.dropFirst(findings.count))
    }
}

/// The events of a body that has only been read in part.
///
/// The remainder is read while the events are written, which keeps memory use constant for a large body.
package struct XMLEventStream: DecodedValue {
    package let beginning: ResponseBytes
    package let rest: InputFile
    package let mediaType: ResponseMediaType?
    package let options: XML.Options
    package let limits: Limits

    /// Reads to the end of the input, and returns the findings.
    ///
    /// Call this function only once.
    ///
    /// - Parameter read: Receives the events available so far.
    /// - Throws: The error of the document, or the error that prevents reading the remainder.
    package func readAll(
        _ read: (inout XML.Reader) throws(ResponseError) -> Void
    ) throws(ResponseError) -> [Finding] {
        var reader = XML.Reader(mediaType: mediaType, options: options, limits: limits)
        var chunk = Array(beginning)
        while !chunk.isEmpty {
            reader.append(chunk)
            try read(&reader)
            chunk = try nextChunk()
        }
        reader.finish()
        try read(&reader)
        return reader.findings
    }

    private func nextChunk() throws(ResponseError) -> [UInt8] {
        do {
            return try rest.chunk()
        } catch {
            let message = (error as? UnreadableInput)?.message ?? "\(error)"
            throw ResponseError(.transportFailed, "the rest of the input cannot be read: \(message)")
        }
    }
}

/// Decodes the prefix of a body as a stream of events.
struct XMLEventStreamSerializer: ResponseSerializer {
    var handling = XMLEventResponseSerializer().handling
    private let rest: InputFile
    private let options: XML.Options

    init(rest: InputFile, options: XML.Options) {
        self.rest = rest
        self.options = options
    }

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) -> XMLEventStream {
        XMLEventStream(
            beginning: body,
            rest: rest,
            mediaType: context.mediaType,
            options: options,
            limits: context.limits
        )
    }
}
