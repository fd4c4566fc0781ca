import DecantCore

/// The state that all decoders and containers of one decoding share: the document, the options, and the
/// location of each level.
///
/// The decoders keep it alive, so that one that escapes from `init(from:)` stays usable. It is never shared between
/// decodings: a document may be decoded by many threads at once.
final class XMLDecodingState {
    /// The element at which decoding begins.
    private let node: XML.Node

    let options: XML.Options
    let strategies: CustomStrategies
    let userInfo: [CodingUserInfoKey: Any]

    /// Whether keys differ from the names as written.
    let convertsNames: Bool

    /// The locations that lead down to what is being decoded, by their levels.
    private(set) var steps: [XMLLocation]

    /// The words that texts were split into.
    private(set) var words: [XMLWord] = []

    /// The locations that choices took from lists.
    var choices = XMLChoiceRecords()

    /// The parts that were ignored although a type asked for them.
    var unread: XMLUnread

    /// The elements that arrays skipped.
    var skipped: SkippedElements?

    private var lookups: XMLLookups

    init(_ node: XML.Node, _ options: XML.Options, _ strategies: CustomStrategies) {
        self.node = node
        self.options = options
        self.strategies = strategies
        skipped = SkippedElements(options.badElements)
        userInfo = strategies.userInfo.isEmpty ? [:] : strategies.userInfo.mapValues { $0 }
        convertsNames = strategies.key != nil || options.decoding.keys != .useDefaultKeys
        unread = XMLUnread(effort: node.storage.count * XMLUnread.effort)
        steps = [XMLLocation(.top, node.index, level: 0)]
        lookups = XMLLookups(node.storage)
    }

    var storage: XMLDocumentStorage { node.storage }

    var top: Int { node.index }

    var decoding: DecodingOptions { options.decoding }

    /// The location at which decoding begins.
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

    /// Keeps a word.
    ///
    /// - Returns: Its number.
    func add(_ word: XMLWord) -> Int {
        words.append(word)
        return words.count - 1
    }

    /// Returns the way to read a type.
    func kind(of type: Any.Type) -> XMLDecodableKind { lookups.kind(of: type) }

    /// Returns the meaning of the keys of a type.
    func keyKind<Key: CodingKey>(of type: Key.Type) -> XMLKeyKind { lookups.keyKind(of: type) }

    /// Returns the number of a namespace, or nil if the document does not name it.
    func namespaceID(of name: String) -> XMLNamespaceID? { lookups.namespaceID(of: name, in: storage) }

    /// The namespace of `xsi:nil`, if the document names it.
    var instances: XMLNamespaceID? { lookups.instances }

    /// Returns a table of members, which is made at its first use.
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

/// Facts that one decoding looks up once: conformances of types, numbers of namespaces, and members of large elements.
private struct XMLLookups {
    /// The namespace of the attributes that describe an instance (XML Schema part 1 §2.6).
    private static let instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"

    /// The number of that namespace, if the document names it.
    let instances: XMLNamespaceID?

    /// The tables of members by the numbers of their elements and the form of their names.
    var members: [Int: XMLMemberTable] = [:]

    private var kinds: [ObjectIdentifier: XMLDecodableKind] = [:]
    private var keyKinds: [ObjectIdentifier: XMLKeyKind] = [:]
    private var namespaces: [UTF8Key: XMLNamespaceID]?

    init(_ storage: XMLDocumentStorage) {
        let instance = storage.namespaces.firstIndex { $0.utf8.elementsEqual(Self.instanceNamespace.utf8) }
        instances = instance.map { XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: $0)) }
    }

    mutating func kind(of type: Any.Type) -> XMLDecodableKind {
        let identifier = ObjectIdentifier(type)
        if let kind = kinds[identifier] { return kind }
        let kind = XMLDecodableKind(type)
        kinds[identifier] = kind
        return kind
    }

    mutating func keyKind<Key: CodingKey>(of type: Key.Type) -> XMLKeyKind {
        let identifier = ObjectIdentifier(type)
        if let kind = keyKinds[identifier] { return kind }
        let kind = XMLKeyKind(type)
        keyKinds[identifier] = kind
        return kind
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
