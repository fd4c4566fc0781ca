import BenchmarkInputs
import CXMLRivals
import DecantCore
import DecantXML
import Foundation

/// XML: events from whole texts and from chunks, and trees.
///
/// The numbers of a checksum are the elements, the attributes including namespace declarations, and the bytes of text
/// with references replaced.
struct XMLSuite: Suite {
    /// The size of a chunk, for texts in chunks.
    static let chunkSize = 16_384

    func files(named names: [String]) -> [InputFile] { InputFile.xml(named: names) }

    var growthShapes: [GrowthShape] { GrowthShape.xml }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let limit = CopyLimit(file.bytes)
        return decant(file.bytes) + foundation(Data(file.bytes)) + librariesInC(file.bytes) + printers(file.bytes) + [
            (.copy, Work { limit.run() })
        ]
    }
}

extension XMLSuite {
    func decant(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        let body = ResponseBytes(bytes)
        return [
            (.decantEvents, Work(counting: { try Self.countEvents(of: body) })),
            (.decantStrings, Work(counting: { try Self.countStrings(of: body) })),
            (.decantChunkEvents, Work(counting: { try Self.countEvents(ofChunksOf: bytes) })),
            (
                .decantDocument,
                Work(making: { try XML.Document(parsing: body) }, checksum: { Self.checksum(of: $0) })
            ),
        ]
    }

    /// Counts by reading slices.
    static func countEvents(of body: ResponseBytes, limits: Limits = Limits()) throws -> Checksum {
        var reader = try XML.Reader(parsing: body, limits: limits)
        var elements = 0
        var attributes = 0
        var textBytes = 0
        while let event = try reader.next() {
            switch event.kind {
            case .startElement:
                elements += 1
                attributes += event.attributeCount
            case .text, .cdata: textBytes += event.text.withBytes { $0.count }
            default: break
            }
        }
        return Checksum(counts: [elements, attributes, textBytes])
    }

    /// Counts after converting every name, value, and text to a `String`.
    private static func countStrings(of body: ResponseBytes) throws -> Checksum {
        var reader = try XML.Reader(parsing: body)
        var elements = 0
        var attributes = 0
        var textBytes = 0
        while let event = try reader.next() {
            switch event.kind {
            case .startElement:
                elements += 1
                attributes += event.attributeCount
                Sink.keep(String(event.name))
                for index in 0..<event.attributeCount {
                    Sink.keep(String(event.attributeName(at: index)))
                    Sink.keep(String(event.attributeValue(at: index)))
                }
            case .endElement: Sink.keep(String(event.name))
            case .text, .cdata: textBytes += String(event.text).utf8.count
            default: break
            }
        }
        return Checksum(counts: [elements, attributes, textBytes])
    }

    /// Counts by reading slices of a text in chunks.
    private static func countEvents(ofChunksOf bytes: [UInt8]) throws -> Checksum {
        var reader = XML.Reader()
        var elements = 0
        var attributes = 0
        var textBytes = 0
        var offset = 0
        repeat {
            let end = min(offset + chunkSize, bytes.count)
            reader.append(bytes[offset..<end])
            if end == bytes.count { reader.finish() }
            while let event = try reader.next() {
                switch event.kind {
                case .startElement:
                    elements += 1
                    attributes += event.attributeCount
                case .text, .cdata: textBytes += event.text.withBytes { $0.count }
                default: break
                }
            }
            offset = end
        } while offset < bytes.count
        return Checksum(counts: [elements, attributes, textBytes])
    }
}

/// A document that libxml2 has parsed.
private final class Libxml2Document {
    let pointer: UnsafeMutableRawPointer?

    init(_ bytes: [UInt8]) { pointer = xml_rival_libxml2_document(bytes, bytes.count) }

    deinit { xml_rival_libxml2_free(pointer) }
}

extension XMLSuite {
    /// Returns the printers of documents, which are parsed before.
    private func printers(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        var options = XML.Options()
        options.whitespace = .dropBetweenElements
        guard let document = try? XML.Document(parsing: bytes, options: options) else { return [] }
        let other = Libxml2Document(bytes)
        return [
            (.decantPrint, Work { Sink.keep(document.bytes()) }),
            (.decantPrintIndented, Work { Sink.keep(document.bytes(.indented)) }),
            (.libxml2Print, Work { Sink.keep(xml_rival_libxml2_print(other.pointer, 0)) }),
            (.libxml2PrintIndented, Work { Sink.keep(xml_rival_libxml2_print(other.pointer, 1)) }),
        ]
    }

    func librariesInC(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        [
            (.libxml2Events, counting("libxml2", bytes) { xml_rival_libxml2_events($0, $1, $2) }),
            (
                .libxml2Chunks,
                counting("libxml2", bytes) { xml_rival_libxml2_push($0, $1, Self.chunkSize, $2) }
            ),
            (
                .libxml2Tree,
                Work(
                    making: { try Self.check("libxml2", xml_rival_libxml2_tree(bytes, bytes.count, nil)) },
                    checksum: { try Self.checksum("libxml2", bytes) { xml_rival_libxml2_tree($0, $1, $2) } }
                )
            ),
            (.expat, counting("expat", bytes) { xml_rival_expat_events($0, $1, $2) }),
        ] + pugixml(bytes)
    }

    /// Returns pugixml with the option `parse_full`, which drops whitespace-only text, and with such text kept.
    ///
    /// pugixml ignores the declarations of a document type, so it may find less in such a text.
    private func pugixml(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        let hasDocumentType = bytes.prefix(4096).contains(Array("<!DOCTYPE".utf8))
        return [
            (
                .pugixmlTree,
                Work(
                    making: { try Self.check("pugixml", xml_rival_pugixml_tree(bytes, bytes.count, 0, nil)) },
                    checksum: hasDocumentType
                        ? nil : { _ in try Self.checksum("pugixml", bytes) { xml_rival_pugixml_tree($0, $1, 1, $2) } }
                )
            ),
            (
                .pugixmlInPlace,
                Work(consuming: bytes) {
                    try Self.check("pugixml", xml_rival_pugixml_tree_in_place($0.baseAddress, $0.count, 0))
                }
            ),
            (
                .pugixmlInPlaceWithSpace,
                Work(consuming: bytes) {
                    try Self.check("pugixml", xml_rival_pugixml_tree_in_place($0.baseAddress, $0.count, 1))
                }
            ),
        ]
    }

    var versions: [String] {
        [
            "libxml2 \(String(cString: xml_rival_libxml2_version())), which FoundationXML links too",
            String(cString: xml_rival_expat_version()).replacing("_", with: " "),
            "pugixml \(String(cString: xml_rival_pugixml_version())) (all three Debian's packages)",
        ]
    }

    private typealias Parser = (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<xml_rival_counts>) -> CInt

    private func counting(_ library: String, _ bytes: [UInt8], _ parse: @escaping Parser) -> Work {
        Work(counting: { try Self.checksum(library, bytes, parse) })
    }

    private static func checksum(_ library: String, _ bytes: [UInt8], _ parse: Parser) throws -> Checksum {
        var checksum = xml_rival_counts()
        try check(library, bytes.withUnsafeBufferPointer { parse($0.baseAddress, $0.count, &checksum) })
        return Checksum(counts: [Int(checksum.elements), Int(checksum.attributes), Int(checksum.text_bytes)])
    }

    private static func check(_ library: String, _ code: CInt) throws {
        if code != 0 { throw Failure(library: library, code: Int(code)) }
    }
}

extension XMLSuite {
    /// The peak memory for texts in chunks.
    ///
    /// The longest token of the generated files is far below it.
    private static let chunkedPeak = 4 * 1_048_576

    func figures(of comparison: Comparison) -> [Figure] {
        comparison.figure("events / XMLParser, soap2k", .decantEvents, .xmlParser, on: "soap2k", 4)
            + comparison.figure("events / XMLParser, feed1m", .decantEvents, .xmlParser, on: "feed1m", 7)
            + comparison.figures("events / libxml2 SAX2", .decantEvents, .libxml2Events, each: 1.5)
            + comparison.figures("events as String / XMLParser", .decantStrings, .xmlParser, each: 2.5)
            + comparison.figures("document / XMLDocument", .decantDocument, .xmlDocument, each: 3)
            + comparison.figures("document / pugixml in place", .decantDocument, .pugixmlInPlace, each: 0.4)
            + comparison.figures("document / pugixml copied", .decantDocument, .pugixmlTree, each: 0.4)
            + comparison.figures("printed / libxml2", .decantPrint, .libxml2Print, each: 1)
            + comparison.figures("printed, indented / libxml2", .decantPrintIndented, .libxml2PrintIndented, each: 1)
            // A text shorter than a chunk shows the startup cost.
            + comparison.figures(
                "events from chunks / events",
                .decantChunkEvents,
                .decantEvents,
                on: ["feed1m", "map20m"],
                each: 0.7
            )
    }

    /// Returns the memory figures.
    ///
    /// A document may need 5 times the text, or a quarter of the memory of `XMLDocument`.
    ///
    /// For smaller files, memory pages dominate the figure.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count >= 500_000 }.flatMap { file in
            let rival = try probe.ratio(of: .xmlDocument, on: file) ?? 0
            let document = try probe.ratio(of: .decantDocument, on: file).map {
                Figure("peak memory of a document / body, \(file.name)", $0, atMost: max(5, rival / 4))
            }
            let chunks = try probe.growth(of: .decantChunkEvents, on: file).map {
                Figure("peak bytes of events from chunks, \(file.name)", Double($0), atMost: Double(Self.chunkedPeak))
            }
            return [document, chunks].compactMap(\.self)
        }
    }
}

extension XMLSuite {
    static func checksum(of document: XML.Document) -> Checksum {
        var counts = [0, 0, 0]
        for node in document.node.descendants {
            switch node.kind {
            case .element:
                counts[0] += 1
                counts[1] += node.attributes.count + node.namespaceDeclarations.count
            case .text, .cdata: counts[2] += node.text.utf8.count
            default: break
            }
        }
        return Checksum(counts: counts)
    }
}

extension Competitor {
    static let decantEvents = Competitor(rawValue: "Decant, events")
    static let decantStrings = Competitor(rawValue: "Decant, events as String")
    static let decantChunkEvents = Competitor(rawValue: "Decant, events from chunks")
    static let decantPrint = Competitor(rawValue: "Decant, printed")
    static let decantPrintIndented = Competitor(rawValue: "Decant, printed, indented")
    static let xmlParser = Competitor(rawValue: "XMLParser, empty delegate")
    static let xmlParserNamespaces = Competitor(rawValue: "XMLParser, empty delegate, namespaces")
    static let xmlParserCounting = Competitor(rawValue: "XMLParser, counting delegate")
    static let xmlDocument = Competitor(rawValue: "XMLDocument")
    static let libxml2Events = Competitor(rawValue: "libxml2, SAX2")
    static let libxml2Chunks = Competitor(rawValue: "libxml2, SAX2 from chunks")
    static let libxml2Tree = Competitor(rawValue: "libxml2, tree")
    static let libxml2Print = Competitor(rawValue: "libxml2, printed")
    static let libxml2PrintIndented = Competitor(rawValue: "libxml2, printed, indented")
    static let expat = Competitor(rawValue: "expat")
    static let pugixmlTree = Competitor(rawValue: "pugixml, tree of a copy")
    static let pugixmlInPlace = Competitor(rawValue: "pugixml, tree in place")
    static let pugixmlInPlaceWithSpace = Competitor(rawValue: "pugixml, tree in place, with whitespace")
}
