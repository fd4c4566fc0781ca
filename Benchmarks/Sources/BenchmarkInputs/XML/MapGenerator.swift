/// An extract of a map of 20 MB, in the manner of OpenStreetMap: hardly any text, many short attributes.
enum MapGenerator {
    static func bytes() -> [UInt8] {
        var source = RandomSource(seed: 42)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20_001_000)
        bytes.append(contentsOf: head.utf8)
        var number = 240_000_000
        while bytes.count < 15_000_000 {
            number += source.number(1..<40)
            appendNode(number, to: &bytes, from: &source)
        }
        while bytes.count < 20_000_000 {
            number += source.number(1..<40)
            appendWay(number, to: &bytes, from: &source)
        }
        bytes.append(contentsOf: "</osm>\n".utf8)
        return bytes
    }

    private static let head = """
        <?xml version='1.0' encoding='UTF-8'?>
        <osm version="0.6" generator="example" copyright="example" license="https://example.org/licence">
         <bounds minlat="54.0889580" minlon="12.2487570" maxlat="54.0913900" maxlon="12.2524800"/>

        """

    private static func appendNode(_ number: Int, to bytes: inout [UInt8], from source: inout RandomSource) {
        let place = """
            lat="54.\(source.number(1_000_000..<9_999_999))" lon="12.\(source.number(1_000_000..<9_999_999))"
            """
        let start = " <node id=\"\(number)\" visible=\"true\" \(edit(from: &source)) \(place)"
        bytes.append(contentsOf: start.utf8)
        guard source.chance(15) else { return bytes.append(contentsOf: "/>\n".utf8) }
        bytes.append(contentsOf: ">\n\(tags(source.number(1..<4), from: &source)) </node>\n".utf8)
    }

    private static func appendWay(_ number: Int, to bytes: inout [UInt8], from source: inout RandomSource) {
        bytes.append(contentsOf: " <way id=\"\(number)\" visible=\"true\" \(edit(from: &source))>\n".utf8)
        for _ in 0..<source.number(3..<20) {
            bytes.append(contentsOf: "  <nd ref=\"\(source.number(240_000_000..<250_000_000))\"/>\n".utf8)
        }
        bytes.append(contentsOf: "\(tags(source.number(1..<5), from: &source)) </way>\n".utf8)
    }

    private static func edit(from source: inout RandomSource) -> String {
        """
        version="\(source.number(1..<12))" changeset="\(source.number(1_000_000..<99_999_999))" \
        timestamp="\(Vocabulary.date(from: &source))" user="\(source.element(Vocabulary.names))" \
        uid="\(source.number(1..<999_999))"
        """
    }

    private static func tags(_ count: Int, from source: inout RandomSource) -> String {
        (0..<count).map { _ in
            "  <tag k=\"\(source.element(keys))\" v=\"\(Vocabulary.sentence(2, from: &source))\"/>\n"
        }.joined()
    }

    private static let keys = ["highway", "name", "addr:street", "addr:housenumber", "surface", "amenity", "source"]
}
