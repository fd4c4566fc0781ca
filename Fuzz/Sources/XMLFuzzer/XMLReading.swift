public import DecantCore
import DecantText
public import DecantXML
public import FuzzSupport

/// The options and limits encoded in the first two bytes of an input.
public struct XMLChoice {
    /// The options of the document.
    public private(set) var options = XML.Options()

    /// The limits of the document.
    public private(set) var limits = Limits()

    /// Creates the options from two bytes.
    public init(_ input: inout FuzzInput) {
        let reading = input.takeByte()
        options.processesNamespaces = reading & 1 == 0
        options.whitespace = [.keep, .dropBetweenElements, .collapse, .keep][Int(reading >> 1 & 3)]
        options.keepsCDATA = reading & 8 != 0
        options.keepsComments = reading & 16 == 0
        options.refusesExternalReferences = reading & 32 != 0
        options.text.replacesMalformed = reading & 64 != 0
        if reading & 128 != 0 { limits.xmlNodes = 9 }
        chooseLimits(input.takeByte())
    }

    private mutating func chooseLimits(_ choice: UInt8) {
        if choice & 1 != 0 { limits.xmlDepth = 3 }
        if choice & 2 != 0 { limits.xmlAttributes = 2 }
        if choice & 4 != 0 { limits.xmlNameBytes = 7 }
        if choice & 8 != 0 { limits.xmlTextBytes = 9 }
        if choice & 16 != 0 { limits.xmlEntityDepth = 2 }
        if choice & 32 != 0 { limits.xmlEntityBytes = 99 }
        // The limits on entities matter only in documents that declare some.
        if choice & 48 == 48 { options.quirks = [.htmlEntities, .controlCharacters] }
        options.text.charset = [nil, nil, .utf16LittleEndian, .shiftJIS][Int(choice >> 6)]
    }
}

/// Everything that a reader reports about a body: events with their positions, findings, and the error that ends them.
public struct XMLReading: Equatable {
    /// The contents of the document.
    public private(set) var records: [XMLRecord] = []

    /// The error that ended the document; nil if it was read completely.
    public private(set) var failure: Failure?

    /// The positions of the events, including document types.
    private var positions: [SourcePosition] = []

    private var findings: [Finding] = []
    private var documentType: XML.DocumentType?

    /// The contents of an error, without its excerpt of the body.
    public struct Failure: Equatable {
        /// The kind of the error.
        public let code: ResponseError.Code

        let message: String
        let offset: Int?
        let position: SourcePosition?
    }
}

extension XMLReading {
    /// Returns a reading without replaced or dropped characters after an error, which only a complete body can show.
    ///
    /// - Parameter options: The options used to read the body.
    /// - Returns: The part that does not depend on the chunks of the body.
    public func comparable(_ options: XML.Options) -> XMLReading {
        let dropsControls = options.quirks.contains(.controlCharacters)
        guard failure != nil, options.text.replacesMalformed || dropsControls else { return self }
        var reading = self
        reading.findings = []
        return reading
    }

    /// Reads a body as a whole.
    public init(_ body: ResponseBytes, _ options: XML.Options, _ limits: Limits) {
        do throws(ResponseError) {
            var reader = try XML.Reader(parsing: body, options: options, limits: limits)
            do throws(ResponseError) {
                while try takeNext(of: &reader) { positions.append(reader.position) }
            } catch {
                fail(error, count: body.count)
                do throws(ResponseError) {
                    while try takeNext(of: &reader) {}
                    assure(false, "no error after an error")
                } catch {
                    assureEqual(Failure(error), failure, "the error that is thrown again")
                }
            }
            findings = reader.findings
            documentType = reader.documentType
        } catch {
            fail(error, count: body.count)
        }
    }

    /// Reads a body in chunks.
    ///
    /// - Parameter chunks: The chunks of the body.
    public init(chunks: [[UInt8]], _ options: XML.Options, _ limits: Limits) {
        let count = chunks.reduce(0) { $0 + $1.count }
        var reader = XML.Reader(options: options, limits: limits)
        do throws(ResponseError) {
            for chunk in chunks {
                reader.append(chunk)
                try drain(&reader)
            }
            reader.finish()
            try drain(&reader)
        } catch {
            fail(error, count: count)
            reader.append(Array("<a/>".utf8))
            do throws(ResponseError) {
                try drain(&reader)
                assure(false, "no error after an error")
            } catch {
                assureEqual(Failure(error), failure, "the error that is thrown again")
            }
        }
        findings = reader.findings
        documentType = reader.documentType
    }

    private mutating func drain(_ reader: inout XML.Reader) throws(ResponseError) {
        while try takeNext(of: &reader) { positions.append(reader.position) }
    }

    private mutating func takeNext(of reader: inout XML.Reader) throws(ResponseError) -> Bool {
        guard let event = try reader.next() else { return false }
        take(event)
        return true
    }

    private mutating func take(_ event: borrowing XML.Event) {
        assure(failure == nil, "an event after an error")
        if let record = XMLRecord(event) { records.append(record) }
    }

    private mutating func fail(_ error: ResponseError, count: Int) {
        error.examine(bodyCount: count)
        failure = Failure(error)
    }
}

extension XMLReading.Failure {
    fileprivate init(_ error: ResponseError) {
        code = error.code
        message = error.message
        offset = error.offset
        position = error.position
    }
}
