/// Asks a keyed container everything there is to ask, for each of a few keys.
struct KeyedProbe: Decodable {
    let lines: [String]

    init(from decoder: any Decoder) throws {
        var probe = Probe()
        let container = try decoder.container(keyedBy: AnyKey.self)
        probe.note("path") { Outcome.text(of: container.codingPath) }
        probe.note("keys") { Set(container.allKeys.map(\.stringValue)) }
        for name in ["i", "n", "z", "s", "o", "u", "super"] {
            let key = AnyKey(stringValue: name)
            Self.askValues(of: container, key, &probe)
            Self.askOptionals(of: container, key, &probe)
            Self.askContainers(of: container, key, &probe)
        }
        probe.note("super") { try Self.summary(of: container.superDecoder()) }
        lines = probe.lines
    }

    private static func askValues(of container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey, _ probe: inout Probe) {
        let name = key.stringValue
        probe.note("contains \(name)") { container.contains(key) }
        probe.note("nil \(name)") { try container.decodeNil(forKey: key) }
        probe.note("Int \(name)") { try container.decode(Int.self, forKey: key) }
        probe.note("UInt8 \(name)") { try container.decode(UInt8.self, forKey: key) }
        probe.note("String \(name)") { try container.decode(String.self, forKey: key) }
        probe.note("Double \(name)") { try container.decode(Double.self, forKey: key) }
        probe.note("Float \(name)") { try container.decode(Float.self, forKey: key) }
        probe.note("[Int] \(name)") { try container.decode([Int].self, forKey: key) }
        probe.note("[String] \(name)") { try container.decode([String].self, forKey: key) }
        probe.note("Int? \(name)") { try container.decode(Int?.self, forKey: key) as Any }
        probe.note("[String: Int] \(name)") { try container.decode([String: Int].self, forKey: key) }
    }

    private static func askOptionals(
        of container: KeyedDecodingContainer<AnyKey>,
        _ key: AnyKey,
        _ probe: inout Probe
    ) {
        let name = key.stringValue
        probe.note("if Int \(name)") { try container.decodeIfPresent(Int.self, forKey: key) as Any }
        probe.note("if Int64 \(name)") { try container.decodeIfPresent(Int64.self, forKey: key) as Any }
        probe.note("if String \(name)") { try container.decodeIfPresent(String.self, forKey: key) as Any }
        probe.note("if Float \(name)") { try container.decodeIfPresent(Float.self, forKey: key) as Any }
        probe.note("if [Int] \(name)") { try container.decodeIfPresent([Int].self, forKey: key) as Any }
        probe.note("if Int? \(name)") { try container.decodeIfPresent(Int?.self, forKey: key) as Any }
    }

    private static func askContainers(
        of container: KeyedDecodingContainer<AnyKey>,
        _ key: AnyKey,
        _ probe: inout Probe
    ) {
        let name = key.stringValue
        probe.note("keyed \(name)") {
            let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
            return (Outcome.text(of: nested.codingPath), nested.allKeys.map(\.stringValue))
        }
        probe.note("unkeyed \(name)") {
            let nested = try container.nestedUnkeyedContainer(forKey: key)
            return (Outcome.text(of: nested.codingPath), nested.count ?? -1)
        }
        probe.note("super \(name)") { try summary(of: container.superDecoder(forKey: key)) }
    }

    static func summary(of decoder: any Decoder) throws -> [String] {
        var probe = Probe()
        probe.note("path") { Outcome.text(of: decoder.codingPath) }
        probe.note("nil") { try decoder.singleValueContainer().decodeNil() }
        probe.note("Int") { try decoder.singleValueContainer().decode(Int.self) }
        probe.note("keys") { try Set(decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)) }
        probe.note("count") { try decoder.unkeyedContainer().count ?? -1 }
        return probe.lines
    }
}
