/// Asks a single-value container everything there is to ask.
struct SingleProbe: Decodable {
    let lines: [String]

    init(from decoder: any Decoder) throws {
        var probe = Probe()
        let container = try decoder.singleValueContainer()
        probe.note("path") { Outcome.text(of: container.codingPath) }
        probe.note("decoder") { try KeyedProbe.summary(of: decoder) }
        probe.note("nil") { container.decodeNil() }
        probe.note("Int") { try container.decode(Int.self) }
        probe.note("Int16") { try container.decode(Int16.self) }
        probe.note("UInt64") { try container.decode(UInt64.self) }
        probe.note("String") { try container.decode(String.self) }
        probe.note("Double") { try container.decode(Double.self) }
        probe.note("Float") { try container.decode(Float.self) }
        probe.note("Int?") { try container.decode(Int?.self) as Any }
        probe.note("[Int]") { try container.decode([Int].self) }
        probe.note("[String: Int]") { try container.decode([String: Int].self) }
        lines = probe.lines
    }
}
