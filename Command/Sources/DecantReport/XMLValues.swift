package import Decant

extension XML.Document: DecodedValue {
    package var facts: ValueFacts? {
        ValueFacts(name: "xml", members: ["root": root.name.written, "charset": charset.name])
    }
}

extension XML.Node {
    /// The attributes of an element with the declarations of namespaces, as they are written.
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

    /// The findings since the value was made.
    package func newFindings(of reader: borrowing XML.Reader) -> [Finding] {
        Array(reader.findings.dropFirst(findings.count))
    }
}

/// The events of a body of which only the beginning has been read: the rest is read while they are written, so that a large body
/// takes no room.
package struct XMLEventStream: DecodedValue {
    package let beginning: ResponseBytes
    package let rest: InputFile
    package let mediaType: ResponseMediaType?
    package let options: XML.Options
    package let limits: Limits

    /// Reads to the end of the input, which can be done once.
    ///
    /// - Parameter read: Takes the events that there are for now.
    /// - Returns: What was noticed.
    /// - Throws: What is wrong with the document, or what keeps the rest from being read.
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

/// Takes the beginning of a body as that of a stream of events.
package struct XMLEventStreamSerializer: ResponseSerializer {
    package var handling = XMLEventResponseSerializer().handling
    private let rest: InputFile
    private let options: XML.Options

    package init(rest: InputFile, options: XML.Options) {
        self.rest = rest
        self.options = options
    }

    package func decode(_ body: ResponseBytes, in context: inout DecodingContext) -> XMLEventStream {
        XMLEventStream(
            beginning: body,
            rest: rest,
            mediaType: context.mediaType,
            options: options,
            limits: context.limits
        )
    }
}
