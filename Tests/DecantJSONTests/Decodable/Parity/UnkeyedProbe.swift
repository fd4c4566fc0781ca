/// Asks an unkeyed container the same questions before each of its elements and beyond the last one.
struct UnkeyedProbe: Decodable {
    let lines: [String]

    init(from decoder: any Decoder) throws {
        var probe = Probe()
        var container = try decoder.unkeyedContainer()
        probe.note("path") { Outcome.text(of: container.codingPath) }
        probe.note("count") { container.count ?? -1 }
        for _ in 0...((container.count ?? 0) + 1) {
            Self.askWithCopies(of: container, &probe)
            Self.advance(&container, &probe)
        }
        lines = probe.lines
    }

    /// Each question is put to a copy, so that one that moves on does not disturb the next.
    private static func askWithCopies(of container: any UnkeyedDecodingContainer, _ probe: inout Probe) {
        func ask(_ question: String, _ answer: (inout any UnkeyedDecodingContainer) throws -> Any) {
            var copy = container
            probe.note(question) { try answer(&copy) }
            // JSONDecoder counts on beyond the end, which has no use.
            probe.note("  index after") { copy.isAtEnd ? "end" : "\(copy.currentIndex)" }
        }
        ask("nil") { try $0.decodeNil() }
        ask("Int") { try $0.decode(Int.self) }
        ask("String") { try $0.decode(String.self) }
        ask("Double") { try $0.decode(Double.self) }
        ask("[Int]") { try $0.decode([Int].self) }
        ask("Int?") { try $0.decode(Int?.self) as Any }
        ask("if Int") { try $0.decodeIfPresent(Int.self) as Any }
        ask("if [Int]") { try $0.decodeIfPresent([Int].self) as Any }
        ask("keyed") { try $0.nestedContainer(keyedBy: AnyKey.self).allKeys.map(\.stringValue) }
        ask("unkeyed") { try $0.nestedUnkeyedContainer().count ?? -1 }
        ask("unkeyed path") { try Outcome.text(of: $0.nestedUnkeyedContainer().codingPath) }
        ask("super") { try KeyedProbe.summary(of: $0.superDecoder()) }
    }

    private static func advance(_ container: inout any UnkeyedDecodingContainer, _ probe: inout Probe) {
        _ = try? container.decode(ParityTypes.Anything.self)
        let (index, isAtEnd) = (container.currentIndex, container.isAtEnd)
        probe.note("now at") { isAtEnd ? "end" : "\(index)" }
    }
}
