import DecantCore

/// The state shared by all decoders and containers of one decoding operation: the document, the options, and the
/// location of each level.
///
/// Decoders retain the state, so a decoder that escapes from `init(from:)` remains usable. Decoding operations never
/// share a state; many threads may decode one document concurrently.
final class XMLDecodingState {
    let storage: XMLDocumentStorage

    /// The element where decoding begins.
    let top: Int

    let options: XML.Options
    let strategies: CustomStrategies
    let userInfo: [CodingUserInfoKey: Any]

    /// Whether keys differ from the names as written.
    let convertsNames: Bool

    /// The locations on the path to the value being decoded, by level.
    private(set) var steps: [XMLLocation]

    /// The words that texts were split into.
    private(set) var words: [XMLWord] = []

    /// The items that choices took from lists.
    var choices = XMLChoiceRecords()

    /// The content that decoding ignored although a type requested it.
    var unread: XMLUnread

    /// The elements that arrays skipped.
    var skipped: SkippedElements?

    private var lookups: XMLLookups

    init(_ node: XML.Node, _ options: XML.Options, _ strategies: CustomStrategies) {
        storage = node.storage
        top = node.index
        self.options = options
        self.strategies = strategies
        skipped = SkippedElements(options.badElements)
        userInfo = strategies.userInfo.isEmpty ? [:] : strategies.userInfo.mapValues { $0 }
        convertsNames = strategies.key != nil || options.decoding.keys != .useDefaultKeys
        unread = XMLUnread(effort: node.storage.count * XMLUnread.effort)
        steps = [XMLLocation(.top, node.index, level: 0)]
        lookups = XMLLookups(node.storage)
    }

    var decoding: DecodingOptions { options.decoding }

    var topLocation: XMLLocation { XMLLocation(.top, top, level: 0) }
}

extension XMLDecodingState {
    /// Records a location as a step of the path.
    @inline(__always)
    func enter(_ location: XMLLocation) {
        let level = Int(location.level)
        if level < steps.count { steps[level] = location } else { extendSteps(to: location) }
    }

    private func extendSteps(to location: XMLLocation) {
        while steps.count <= Int(location.level) { steps.append(location) }
    }

    /// Stores a word, and returns its index.
    func add(_ word: XMLWord) -> Int {
        words.append(word)
        return words.count - 1
    }

    /// Returns the strategy for decoding a type.
    func kind(of type: Any.Type) -> XMLDecodableKind {
        let identifier = ObjectIdentifier(type)
        if let kind = lookups.kinds[identifier] { return kind }
        let kind = XMLDecodableKind(type)
        lookups.kinds[identifier] = kind
        return kind
    }

    /// Returns the meaning of the keys of a type.
    ///
    /// Calls the code of the type between two accesses to the lookups, because that code may use a decoder of this
    /// decoding.
    func keyKind<Key: CodingKey>(of type: Key.Type) -> XMLKeyKind {
        let identifier = ObjectIdentifier(type)
        if let kind = lookups.keyKinds[identifier] { return kind }
        let kind = XMLKeyKind(type)
        lookups.keyKinds[identifier] = kind
        return kind
    }

    /// Returns the ID of a namespace, or nil if the document does not name it.
    func namespaceID(of name: String) -> XMLNamespaceID? { lookups.namespaceID(of: name, in: storage) }

    /// The XML Schema instance namespace, which contains `xsi:nil`; nil if the document does not name it.
    var instances: XMLNamespaceID? { lookups.instances }

    /// Returns a table of members, creating it on first use.
    func table(_ number: Int, _ make: () -> XMLMemberTable) -> XMLMemberTable {
        if let table = lookups.members[number] { return table }
        let table = make()
        lookups.members[number] = table
        return table
    }
}

extension XMLDecodingState: DocumentReading {
    func decoder(at location: XMLLocation) -> XMLValueDecoder { XMLValueDecoder(self, location) }

    func isScalar(_ type: Any.Type) -> Bool { kind(of: type).isScalar }

    func absence(of key: any CodingKey) -> String { "neither an element nor an attribute “\(key.stringValue)”" }

    func double(_ location: XMLLocation) throws -> Double { try float(location) }
}

/// A cache of lookups for one decoding operation: conformances of types, namespace IDs, and members of large elements.
private struct XMLLookups {
    /// The namespace of attributes such as `xsi:nil` (XML Schema part 1 §2.6).
    private static let instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"

    /// The ID of the instance namespace, or nil if the document does not name it.
    let instances: XMLNamespaceID?

    /// The tables of members, by element and name form.
    var members: [Int: XMLMemberTable] = [:]

    /// The strategies for decoding types.
    var kinds: [ObjectIdentifier: XMLDecodableKind] = [:]

    /// The meanings of the keys of types.
    var keyKinds: [ObjectIdentifier: XMLKeyKind] = [:]

    private var namespaces: [UTF8Key: XMLNamespaceID]?

    init(_ storage: XMLDocumentStorage) {
        let instance = storage.namespaces.firstIndex { $0.utf8.elementsEqual(Self.instanceNamespace.utf8) }
        instances = instance.map { XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: $0)) }
    }

    mutating func namespaceID(of name: String, in storage: XMLDocumentStorage) -> XMLNamespaceID? {
        let numbers = namespaces ?? Self.numbers(of: storage.namespaces)
        namespaces = numbers
        return numbers[UTF8Key(text: name)]
    }

    private static func numbers(of namespaces: [String]) -> [UTF8Key: XMLNamespaceID] {
        var numbers: [UTF8Key: XMLNamespaceID] = [:]
        for (number, name) in namespaces.enumerated().reversed() {
            numbers[UTF8Key(text: name)] = XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: number))
        }
        return numbers
    }
}
