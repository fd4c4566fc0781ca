import DecantCore
import DecantXML
import TestSupport

/// The complete output of a reader for a document, as comparable lines.
struct EventRecord: Equatable {
    /// The events with their positions.
    private(set) var lines: [String] = []

    /// The error, or nil.
    ///
    /// It omits the snippet, because a snippet at a cut lacks the bytes that have not arrived.
    private(set) var error: String?

    private(set) var findings: [Finding] = []

    /// Records the events of a whole body.
    static func whole(_ bytes: [UInt8], options: XML.Options = XML.Options(), limits: Limits = Limits()) -> EventRecord
    {
        var record = EventRecord()
        do throws(ResponseError) {
            var reader = try XML.Reader(parsing: ResponseBytes(bytes), options: options, limits: limits)
            do throws(ResponseError) {
                while let event = try reader.nextOwned() { record.add(event, at: reader.position) }
            } catch {
                record.error = describe(error)
                if try reader.goesOnAfterwards { record.lines.append("an event after the error") }
            }
            record.findings = reader.findings
        } catch {
            record.error = describe(error)
        }
        return record
    }

    /// Records the events of a body that arrives in chunks.
    static func chunks(
        _ bytes: [UInt8],
        cutAt cuts: [Int],
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) -> EventRecord {
        var record = EventRecord()
        var reader = XML.Reader(options: options, limits: limits)
        var start = 0
        do throws(ResponseError) {
            for cut in cuts + [bytes.count] {
                reader.append(bytes[start..<cut])
                start = cut
                if cut == bytes.count { reader.finish() }
                while let event = try reader.nextOwned() { record.add(event, at: reader.position) }
            }
        } catch {
            record.error = describe(error)
        }
        record.findings = reader.findings
        return record
    }

    private mutating func add(_ event: XML.OwnedEvent, at position: SourcePosition) {
        var line = "\(event) \(position)"
        if case .startElement(let name, let attributes) = event {
            line += " \(name.prefix) {\(name.namespace ?? "")}\(name.local)"
            for attribute in attributes {
                let name = attribute.name
                line += " {\(name.namespace ?? "")}\(name.local)=\(attribute.value) \(attribute.isDefault)"
            }
        }
        lines.append(line)
    }

    private static func describe(_ error: ResponseError) -> String {
        "\(error.code) \(error.message) \(String(describing: error.position)) \(String(describing: error.limit))"
    }
}

extension XML.Reader {
    /// Whether the reader incorrectly delivers an event after an error.
    fileprivate var goesOnAfterwards: Bool {
        mutating get throws(ResponseError) {
            do throws(ResponseError) {
                return try nextOwned() != nil
            } catch {
                return false
            }
        }
    }
}

/// The lines of a document's events, in the form of the corpus's digests.
struct EventLines {
    private var lines: [String] = []
    private var text = ""

    /// The lines of events.
    static func lines(of events: [XML.OwnedEvent]) -> [String] {
        var all = EventLines()
        for event in events { all.add(event) }
        return all.lines
    }

    /// The digest of the lines.
    static func digest(of events: [XML.OwnedEvent]) -> String {
        SHA256Digest(Array(lines(of: events).joined(separator: "\n").utf8)).description
    }

    private mutating func add(_ event: XML.OwnedEvent) {
        switch event {
        case .text(let more), .cdata(let more): text += more
        case .startElement(let name, let attributes):
            add("S:" + Self.hex(name.written))
            lines += attributes.map { "A:\(Self.hex($0.name.written))=\(Self.hex($0.value))" }.sorted()
        case .endElement(let name): add("E:" + Self.hex(name.written))
        case .comment(let comment): add("C:" + Self.hex(comment))
        case .processingInstruction(let target, let data): add("P:\(Self.hex(target)):\(Self.hex(data))")
        case .documentType: break
        }
    }

    private mutating func add(_ line: String) {
        if !text.isEmpty { lines.append("T:" + Self.hex(text)) }
        text = ""
        lines.append(line)
    }

    /// A text as the hexadecimal digits of its bytes.
    static func hex(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The decisions for documents that a parser may accept or reject, with reasons.
enum XMLChoices {
    /// Returns whether Decant accepts a document.
    static func accepts(_ path: String, note: String) -> Bool { !rejected.keys.contains { path.hasPrefix($0) } }

    /// The rejected documents, by path prefix.
    ///
    /// All other documents are accepted:
    ///
    /// - Names in characters that only the fifth edition allows, because Decant implements that edition.
    /// - Errors in external entities, because Decant reads none.
    /// - Documents in UTF-32, or with a UTF-16 label that contradicts the byte-order mark. The mark and the zero bytes
    ///   decide (RFC 7303 §3).
    /// - Documents that are not valid, or that have an error that a parser need not report.
    private static let rejected: [String: String] = [
        "feedparser/illformed/undeclared_namespace.xml": prefix,
        "libxml2/namespaces/err_2.xml": qualified,
        "libxml2/namespaces/err_6.xml": qualified,
        "libxml2/namespaces/err_8.xml": reserved,
        "roxmltree/attrs_err_002.xml": "two attributes have the same expanded name (Namespaces in XML §6.3)",
        "roxmltree/ns_err_001.xml": reserved,
        "roxmltree/ns_err_002.xml": reserved,
        "roxmltree/ns_err_003.xml": reserved,
        "roxmltree/ns_err_008.xml": reserved,
        "roxmltree/ns_err_009.xml": reserved,
        "roxmltree/ns_err_010.xml": prefix,
        "roxmltree/ns_err_011.xml": prefix,
        "libxml2/errors/quadratic-defattr.xml": expansion,
        "libxml2/recurse/good_attr.xml": expansion,
        "libxml2/recurse/lol_classic": expansion,
        "libxml2/recurse/lol_ig_": expansion,
        "libxml2/recurse/lol_long_": expansion,
        "libxml2/recurse/lol_param": expansion,
        "xmlconf/ibm/not-wf/P89/ibm89n06": roots,
        "xmlconf/ibm/not-wf/P89/ibm89n07": roots,
        "xmlconf/ibm/not-wf/P89/ibm89n08": roots,
        "xmlconf/ibm/not-wf/P89/ibm89n1": roots,
        "xmlconf/sun/not-wf/not-sa03.xml":
            "it says standalone=\"yes\", so that an entity must be declared where it is read",
        "xmlconf/xmltest/not-wf/not-sa/002.xml":
            "a parameter entity of the document has a text declaration in its replacement text",
        "xmlconf/xmltest/not-wf/sa/081.xml": external,
        "xmlconf/xmltest/not-wf/sa/082.xml": external,
    ]

    private static let roots = "a second root element is wrong in every edition; the names are not"
    private static let prefix = "a prefix is not bound (Namespaces in XML §5)"
    private static let qualified = "a name is not a qualified one (Namespaces in XML §4)"
    private static let reserved = "a reserved prefix or namespace is bound (Namespaces in XML §3)"
    private static let expansion = "entities bring in more, or are deeper inside each other, than the limits allow"
    private static let external = "an external entity is referred to in the value of an attribute (XML 1.0 §3.1)"
}

/// The positions of cuts in a body, the same in each run.
struct Cuts {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// Returns some offsets in a body, in order.
    mutating func offsets(_ count: Int, in length: Int) -> [Int] {
        (0..<count).map { _ in Int(next() % UInt64(length + 1)) }.sorted()
    }

    private mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
