/// Records a decoder's answer to each call, including errors.
struct Probe {
    private(set) var lines: [String] = []

    mutating func note(_ question: String, _ answer: () throws -> Any) {
        do {
            lines.append("\(question): \(Outcome.rendered(try answer()))")
        } catch let error as DecodingError {
            lines.append("\(question): \(error.subject) \(Outcome.of { throw error })")
        } catch {
            lines.append("\(question): \(type(of: error))")
        }
    }
}

/// Makes every call of a keyed container, for each of a few keys.
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

/// Makes every call of an unkeyed container before each element and past the end.
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

    /// Makes each call on a copy, so that a call that advances does not affect the next one.
    private static func askWithCopies(of container: any UnkeyedDecodingContainer, _ probe: inout Probe) {
        func ask(_ question: String, _ answer: (inout any UnkeyedDecodingContainer) throws -> Any) {
            var copy = container
            probe.note(question) { try answer(&copy) }
            // JSONDecoder keeps counting past the end, which has no use.
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

/// Makes every call of a single-value container.
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

/// A key with any name.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
