public import DecantCore
internal import HTTPTypes

extension WARC {
    /// The kind of a record (ISO 28500 §5.5, §6).
    public enum Kind: Sendable, Hashable {
        /// A response, as the server sent it.
        case response

        /// A resource that was stored without a protocol.
        case resource

        /// A request, as the crawler sent it.
        case request

        /// Data about another record.
        case metadata

        /// A response whose payload equals the payload of an earlier record, and is not repeated.
        case revisit

        /// Data about the records that follow.
        case warcinfo

        /// The payload of another record in another format.
        case conversion

        /// A further segment of another record.
        case continuation

        /// A kind that the standard does not define; empty without a kind.
        case other(String)

        private static let defined: [(name: StaticString, kind: Kind)] = [
            ("response", .response), ("resource", .resource), ("request", .request), ("metadata", .metadata),
            ("revisit", .revisit), ("warcinfo", .warcinfo), ("conversion", .conversion),
            ("continuation", .continuation),
        ]

        init(_ bytes: Span<UInt8>, _ name: Range<Int>) {
            for (known, kind) in Self.defined where bytes.equals(known, in: name) {
                self = kind
                return
            }
            self = .other(bytes.text(name))
        }
    }

    /// A record of an archive.
    public struct Record: Sendable {
        /// The zero-based index of the record in its archive.
        public let index: Int

        /// The offset of the record in the file; in a compressed file, the offset of its member or frame.
        public let offset: Int

        /// The deviations of the record from the standard, and a finding about data that was skipped before it.
        public let findings: [Finding]

        /// The header and the block.
        let bytes: ResponseBytes

        /// The number of bytes of the header.
        let headerCount: Int

        /// The parsed header.
        let header: RecordHeader

        /// The limits of the heads of responses.
        let limits: Limits

        init(index: Int, _ scanned: ScannedRecord, at offset: Int, findings: [Finding], limits: Limits) {
            self.index = index
            self.offset = offset
            header = scanned.header
            bytes = scanned.bytes
            headerCount = scanned.headerCount
            self.findings = findings
            self.limits = limits
        }
    }
}

// MARK: - Fields

extension WARC.Record {
    /// The value of the first named field with a name, such as `record["WARC-IP-Address"]`, or nil without one.
    ///
    /// - Parameter name: The name, in any letter case.
    public subscript(name: String) -> String? {
        let wanted = Array(name.utf8)
        var position = 0
        while let field = next(&position) {
            guard field.name.count == wanted.count else { continue }
            let matches = zip(field.name, wanted).allSatisfy { bytes[$0] | 0x20 == $1 | 0x20 }
            if matches { return bytes.span.text(field.value) }
        }
        return nil
    }

    /// The named fields, in order.
    ///
    /// A name may occur several times.
    public var fields: [(key: String, value: String)] {
        var (position, fields) = (0, [(key: String, value: String)]())
        while let field = next(&position) {
            guard !field.name.isEmpty else { continue }
            fields.append((key: bytes.span.text(field.name), value: bytes.span.text(field.value)))
        }
        return fields
    }

    /// Returns the field at a position of the header, and advances to the next one.
    ///
    /// The first line is the version.
    private func next(_ position: inout Int) -> NamedField? {
        let header = bytes.span.extracting(0..<headerCount)
        if position == 0 { position = header.line(at: 0).end }
        let field = NamedField(in: header, at: position)
        if let field { position = field.end }
        return field
    }
}

extension WARC.Record {
    /// The kind of the record.
    public var kind: WARC.Kind { header.kind }

    /// The version of the standard as written, such as `1.1`.
    public var version: String {
        let line = bytes.span.line(at: 0).content
        return bytes.span.text(5..<max(5, line.upperBound))
    }

    /// The URI of the captured resource, without the angle brackets that some crawlers write, or nil if it is missing.
    public var targetURI: String? {
        guard let uri = text(header.targetURI) else { return nil }
        return uri.hasPrefix("<") && uri.hasSuffix(">") ? String(uri.dropFirst().dropLast()) : uri
    }

    /// The time of the capture in ISO 8601, as written, or nil if it is missing.
    public var date: String? { text(header.date) }

    /// The identifier of the record, or nil if it is missing.
    public var identifier: String? { self["WARC-Record-ID"] }

    /// The media type of the block, as written, or nil if it is missing.
    public var contentType: String? { text(header.contentType) }

    /// The number of bytes of the block.
    public var blockCount: Int { bytes.count - headerCount }

    /// The block: the message of a response or a request with its head, or the content of another record.
    public var block: ResponseBytes { bytes.sharedSuffix(from: headerCount) }

    /// The response of a record of the kind `response`, `resource`, or `revisit`, or nil for other records.
    ///
    /// The chunks of a body are joined. Its content codings are decoded when the entry is decoded, unless the crawler
    /// has already decoded them, which is a finding. The response of a revisit has no body: its payload is in an
    /// earlier record. The message is parsed on every access.
    public var entry: CaptureEntry? {
        switch kind {
        case .response, .resource, .revisit: RecordResponse(self).entry
        default: nil
        }
    }

    /// Returns the value of a field of the header.
    func text(_ range: Range<Int>?) -> String? { range.map { bytes.span.text($0) } }
}
