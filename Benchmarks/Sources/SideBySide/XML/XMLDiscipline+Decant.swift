import DecantCore
import DecantXML

extension XMLDiscipline {
    func decant(_ bytes: [UInt8]) -> [(name: Competitor, work: Work)] {
        let body = ResponseBody(bytes)
        return [
            (.decantEvents, Work(counting: { try Self.countEvents(of: body) })),
            (.decantStrings, Work(counting: { try Self.countStrings(of: body) })),
            (.decantChunks, Work(counting: { try Self.countEvents(ofChunksOf: bytes) })),
            (
                .decantDocument,
                Work(making: { try XML.Document(parsing: body) }, tally: { Self.tally(of: $0) })
            ),
        ]
    }

    /// Counts by looking at slices.
    static func countEvents(of body: ResponseBody, limits: Limits = Limits()) throws -> Tally {
        var reader = try XML.Reader(body, limits: limits)
        var elements = 0
        var attributes = 0
        var textBytes = 0
        while let event = try reader.next() {
            switch event {
            case .startElement(let element):
                elements += 1
                attributes += element.attributes.count
            case .text(let text), .cdata(let text): textBytes += text.content.count
            default: break
            }
        }
        return Tally(counts: [elements, attributes, textBytes])
    }

    /// Counts after every name, value and text has been made a `String`.
    private static func countStrings(of body: ResponseBody) throws -> Tally {
        var reader = try XML.Reader(body)
        var elements = 0
        var attributes = 0
        var textBytes = 0
        while let event = try reader.next() {
            switch event {
            case .startElement(let element):
                elements += 1
                attributes += element.attributes.count
                Sink.keep(element.name.string)
                for index in element.attributes.indices {
                    Sink.keep(element.attributes[index].name.string)
                    Sink.keep(element.attributes[index].value.string)
                }
            case .endElement(let element): Sink.keep(element.name.string)
            case .text(let text), .cdata(let text): textBytes += text.string.utf8.count
            default: break
            }
        }
        return Tally(counts: [elements, attributes, textBytes])
    }

    /// Counts by looking at slices of what comes in chunks.
    private static func countEvents(ofChunksOf bytes: [UInt8]) throws -> Tally {
        var reader = XML.ChunkReader()
        var elements = 0
        var attributes = 0
        var textBytes = 0
        var offset = 0
        repeat {
            let end = min(offset + chunkSize, bytes.count)
            reader.append(bytes[offset..<end])
            if end == bytes.count { reader.finish() }
            while let event = try reader.next() {
                switch event {
                case .startElement(let element):
                    elements += 1
                    attributes += element.attributes.count
                case .text(let text), .cdata(let text): textBytes += text.content.count
                default: break
                }
            }
            offset = end
        } while offset < bytes.count
        return Tally(counts: [elements, attributes, textBytes])
    }
}
