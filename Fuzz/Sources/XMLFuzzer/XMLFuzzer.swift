import DecantCore
import DecantXML
import FuzzSupport

/// The ways to read XML.
private let target = FuzzTarget([
    "xml-events": { fuzzXMLEvents(&$0) },
    "xml-document": { fuzzXMLDocument(&$0) },
    "xml-decodable": { fuzzXMLDecodable(&$0) },
])

/// Runs the selected target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { target.run(start, count) }

/// Reads XML event by event, with the options and limits in the first two bytes; the third byte selects the chunks.
private func fuzzXMLEvents(_ input: inout FuzzInput) {
    let choice = XMLChoice(&input)
    let seed = input.takeByte()
    let bytes = input.rest
    let whole = XMLReading(input.body, choice.options, choice.limits)
    for chunks in [bytes.map { [$0] }, bytes.chunks(seed: seed)] {
        let pushed = XMLReading(chunks: chunks, choice.options, choice.limits)
        assureEqual(
            pushed.comparable(choice.options),
            whole.comparable(choice.options),
            "\(bytes.count) bytes in \(chunks.count) chunks and as a whole"
        )
    }
    compareWithTree(whole, input.body, choice)
}

/// Checks that a complete tree agrees with the events, and that parsing it succeeds if and only if the events reach
/// their end.
private func compareWithTree(_ reading: XMLReading, _ body: ResponseBytes, _ choice: XMLChoice) {
    var options = choice.options
    options.keepsCDATA = true
    options.keepsComments = true
    options.whitespace = .keep
    var limits = choice.limits
    limits.xmlNodes = Limits().xmlNodes
    do throws(ResponseError) {
        let document = try XML.Document(parsing: body, options: options, limits: limits)
        assure(reading.failure == nil, "only the tree is made")
        assureEqual(
            XMLRecord.merged(XMLRecord.records(of: document)),
            XMLRecord.merged(reading.records),
            "the tree and the events"
        )
    } catch {
        assureEqual(error.code, reading.failure?.code, "the tree is refused: \(error)")
    }
}
