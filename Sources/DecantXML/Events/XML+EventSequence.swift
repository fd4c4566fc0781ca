public import DecantCore

extension XML {
    /// The events of a document from an asynchronous sequence of chunks.
    ///
    /// ```swift
    /// for try await event in XML.EventSequence(chunks) {
    ///     if case .startElement(let name, _) = event { print(name.written) }
    /// }
    /// ```
    ///
    /// Reading goes as far as events are asked for, and no chunk is asked for before the last one is read. What the sequence
    /// of chunks throws ends the events with that error. ``ChunkReader`` does the same without strings.
    public struct EventSequence<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
        /// An event that owns its text.
        public typealias Element = OwnedEvent

        private let chunks: Chunks
        private let mediaType: MediaType?
        private let options: Options
        private let limits: Limits

        /// Creates a sequence of events.
        ///
        /// - Parameters:
        ///   - chunks: The bytes of the body in pieces, cut anywhere.
        ///   - mediaType: The media type of the body, whose `charset` counts.
        ///   - options: The ways in which the text is read.
        ///   - limits: The bounds of depth, length and number; nil is the defaults without the one of the body's length,
        ///     since the body is not held.
        public init(
            _ chunks: Chunks,
            mediaType: MediaType? = nil,
            options: Options = Options(),
            limits: Limits? = nil
        ) {
            var defaults = Limits()
            defaults.bodyBytes = .max
            self.chunks = chunks
            self.mediaType = mediaType
            self.options = options
            self.limits = limits ?? defaults
        }

        /// Begins reading.
        public func makeAsyncIterator() -> some AsyncIteratorProtocol<OwnedEvent, any Error> {
            let reader = ChunkReader(mediaType: mediaType, options: options, limits: limits)
            return XMLEventIterator<Chunks>(chunks: chunks.makeAsyncIterator(), reader: reader)
        }
    }
}

extension XML.EventSequence: Sendable where Chunks: Sendable {}

/// Goes through the events of a document while it arrives.
private struct XMLEventIterator<Chunks: AsyncSequence>: AsyncIteratorProtocol where Chunks.Element: Sequence<UInt8> {
    /// A reader that copies of the iterator share.
    private final class Reading {
        var reader: XML.ChunkReader
        var isFinished = false

        init(_ reader: consuming XML.ChunkReader) { self.reader = reader }
        func next() throws(ResponseError) -> XML.OwnedEvent? { try reader.nextOwned() }
    }

    private var chunks: Chunks.AsyncIterator
    private let reading: Reading

    init(chunks: Chunks.AsyncIterator, reader: consuming XML.ChunkReader) {
        self.chunks = chunks
        reading = Reading(reader)
    }

    mutating func next() async throws -> XML.OwnedEvent? { try await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> XML.OwnedEvent? {
        while true {
            if let event = try reading.next() { return event }
            guard !reading.isFinished else { return nil }
            if let chunk = try await chunks.next(isolation: actor) {
                reading.reader.append(chunk)
            } else {
                reading.reader.finish()
                reading.isFinished = true
            }
        }
    }
}

extension XML {
    /// One piece of a document, with strings of its own: a value that can be kept, compared and sent.
    ///
    /// Borrowed events, see ``Event``, cost much less.
    public enum OwnedEvent: Sendable, Hashable {
        /// The start tag of an element, with its attributes in order, declarations of namespaces and defaults included.
        case startElement(name: Name, attributes: [Attribute])
        /// The end of an element.
        case endElement(name: Name)
        /// Character data up to the next piece of markup.
        case text(String)
        /// The content of a CDATA section.
        case cdata(String)
        /// A comment.
        case comment(String)
        /// A processing instruction.
        case processingInstruction(target: String, data: String)
        /// The document type declaration.
        case documentType(DocumentType)
    }
}

extension XML.OwnedEvent {
    /// The name of an element or attribute.
    public struct Name: Sendable, Hashable {
        /// The name as written, with the prefix.
        public var written: String
        /// The namespace that the name is in, or nil if it is in none.
        public var namespace: String?

        /// Creates a name as written, with its prefix, in a namespace or in none.
        public init(_ written: String, namespace: String? = nil) {
            self.written = written
            self.namespace = namespace
        }

        /// Returns whether a name is written in some way.
        public static func == (name: Name, written: String) -> Bool { name.written.utf8.elementsEqual(written.utf8) }

        /// Returns whether a name is not written in some way.
        public static func != (name: Name, written: String) -> Bool { !(name == written) }

        /// Returns whether a name is written in some way, for `switch`.
        public static func ~= (written: String, name: Name) -> Bool { name == written }
    }

    /// One attribute of a start tag.
    public struct Attribute: Sendable, Hashable {
        /// The name.
        public var name: Name
        /// The value, normalised (XML 1.0 §3.3.3).
        public var value: String

        /// Creates an attribute.
        public init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
