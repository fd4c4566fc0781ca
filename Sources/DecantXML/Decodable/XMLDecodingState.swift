import DecantCore

/// The state that all decoders and containers of one decoding share: the document, the options, and the place of each level.
///
/// The decoders keep it alive, so that one that escapes from `init(from:)` stays usable. It is never shared between
/// decodings: a document may be decoded by many threads at once.
final class XMLDecodingState {
    let storage: XMLDocumentStorage
    let top: Int
    let options: XML.Options
    let decoding: DecodingOptions
    let strategies: CustomStrategies
    let userInfo: [CodingUserInfoKey: Any]

    /// Whether names become keys in another form than they are written in.
    let convertsNames: Bool

    /// The namespace of `xsi:nil`, if the document names it.
    let instances: XMLNamespaceID?

    /// The places that lead down to what is being decoded, by their levels.
    private(set) var steps: [XMLDecodedPlace]

    /// The words that texts were split into.
    private(set) var words: [XMLWord] = []

    /// The places that choices took from lists.
    var choices = XMLChoiceRecords()

    /// The parts that were ignored although a type asked for them.
    var unread: XMLUnread

    /// The elements that arrays skipped.
    var skipped: SkippedElements?

    private var kinds: [ObjectIdentifier: XMLDecodableKind] = [:]
    private var keyKinds: [ObjectIdentifier: XMLKeyKind] = [:]
    private var tables: [Int: XMLMemberTable] = [:]
    private lazy var namespaceIDs = Self.numbers(of: storage.namespaces)

    init(_ node: XML.Node, _ options: XML.Options, _ strategies: CustomStrategies) {
        storage = node.storage
        top = node.index
        self.options = options
        decoding = options.decoding
        self.strategies = strategies
        skipped = SkippedElements(options.badElements)
        userInfo = strategies.userInfo.isEmpty ? [:] : strategies.userInfo.mapValues { $0 }
        convertsNames = strategies.key != nil || decoding.keys != .useDefaultKeys
        let instance = storage.namespaces.firstIndex { $0.utf8.elementsEqual(Self.instanceNamespace.utf8) }
        instances = instance.map { XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: $0)) }
        unread = XMLUnread(effort: storage.count * XMLUnread.effort)
        steps = [XMLDecodedPlace(.top, node.index, level: 0)]
    }

    /// The namespace of the attributes that describe an instance (XML Schema part 1 §2.6).
    static let instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"

    /// The place at which decoding begins.
    var topPlace: XMLDecodedPlace { XMLDecodedPlace(.top, top, level: 0) }
}

extension XMLDecodingState {
    /// Records a place as a step of the path.
    @inline(__always)
    func enter(_ place: XMLDecodedPlace) {
        let level = Int(place.level)
        if level < steps.count { steps[level] = place } else { extendSteps(to: place) }
    }

    private func extendSteps(to place: XMLDecodedPlace) {
        while steps.count <= Int(place.level) { steps.append(place) }
    }

    /// Returns the way to read a type; looked up in the program's conformances the first time.
    func kind(of type: Any.Type) -> XMLDecodableKind {
        let identifier = ObjectIdentifier(type)
        if let kind = kinds[identifier] { return kind }
        let kind = XMLDecodableKind(type)
        kinds[identifier] = kind
        return kind
    }

    /// The meaning of the keys of a type.
    func keyKind<Key: CodingKey>(of type: Key.Type) -> XMLKeyKind {
        let identifier = ObjectIdentifier(type)
        if let kind = keyKinds[identifier] { return kind }
        let kind = XMLKeyKind(type)
        keyKinds[identifier] = kind
        return kind
    }

    /// A table, made when it is first asked for.
    func table(_ number: Int, _ make: () -> XMLMemberTable) -> XMLMemberTable {
        if let table = tables[number] { return table }
        let table = make()
        tables[number] = table
        return table
    }

    /// Keeps a word.
    ///
    /// - Returns: Its number.
    func add(_ word: XMLWord) -> Int {
        words.append(word)
        return words.count - 1
    }

    /// The number of a namespace, if the document names it.
    func namespaceID(of name: String) -> XMLNamespaceID? { namespaceIDs[UTF8Key(text: name)] }

    private static func numbers(of namespaces: [String]) -> [UTF8Key: XMLNamespaceID] {
        var numbers: [UTF8Key: XMLNamespaceID] = [:]
        for (number, name) in namespaces.enumerated().reversed() {
            numbers[UTF8Key(text: name)] = XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: number))
        }
        return numbers
    }
}

extension XMLDecodingState: DocumentReading {
    func decoder(at place: XMLDecodedPlace) -> XMLValueDecoder { XMLValueDecoder(self, place) }

    func double(_ place: XMLDecodedPlace) throws -> Double { try float(place) }
}
