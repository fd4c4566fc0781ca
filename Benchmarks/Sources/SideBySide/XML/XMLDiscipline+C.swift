import CXMLRivals

extension XMLDiscipline {
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
                    tally: { try Self.tally("libxml2", bytes) { xml_rival_libxml2_tree($0, $1, $2) } }
                )
            ),
            (.expat, counting("expat", bytes) { xml_rival_expat_events($0, $1, $2) }),
        ]
    }

    var versions: [String] {
        [
            "libxml2 \(String(cString: xml_rival_libxml2_version())), which FoundationXML links too",
            String(cString: xml_rival_expat_version()).replacing("_", with: " ") + " (both Debian's packages)",
        ]
    }

    private typealias Parser = (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<xml_rival_tally>) -> CInt

    private func counting(_ library: String, _ bytes: [UInt8], _ parse: @escaping Parser) -> Work {
        Work(counting: { try Self.tally(library, bytes, parse) })
    }

    private static func tally(_ library: String, _ bytes: [UInt8], _ parse: Parser) throws -> Tally {
        var tally = xml_rival_tally()
        try check(library, bytes.withUnsafeBufferPointer { parse($0.baseAddress, $0.count, &tally) })
        return Tally(counts: [Int(tally.elements), Int(tally.attributes), Int(tally.text_bytes)])
    }

    private static func check(_ library: String, _ code: CInt) throws {
        if code != 0 { throw Failure(library: library, code: Int(code)) }
    }
}
