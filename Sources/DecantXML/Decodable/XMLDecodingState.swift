import DecantCore
import DecantDocument

/// The state shared by all decoders and containers of one decoding operation: the document, the options, and the
/// locations of all containers.
///
/// Decoders retain the state, so a decoder that escapes from `init(from:)` remains usable. Decoding operations never
/// share a state; many threads may decode one document concurrently.
final class XMLDecodingState {
    let storage: XMLDocumentStorage
    let top: Int
    let options: XML.Options
    let strategies: CustomStrategies
    let userInfo: [CodingUserInfoKey: Any]
    /// Whether keys differ from the names as written.
    let convertsNames: Bool
    /// The conversion of names, unless a custom function converts them.
    let conversion: DecodingOptions.Keys
    /// The keys that a custom function returned, or nil without one.
    let memo: KeyMemo?
    /// The locations of the containers that were opened; the first one is where decoding began.
    private(set) var containers: [XMLLocation]
    /// The number of members and lists that were found.
    var entries = 0
    /// Identifies this decoding in the keys of coding paths.
    private(set) lazy var identity = XMLDecodingIdentity()
    private(set) var words: [XMLWord] = []
    /// The items that choices took and no list has processed yet, by element.
    ///
    /// An item taken at a word is stored under the bitwise complement of its element.
    var takenItems: [Int: XMLTakenItem] = [:]
    /// The content that decoding ignored although a type requested it.
    var unread = XMLUnread()
    var skipped: SkippedElements?
    /// The content of the top element where decoding began, or nil if it is the element.
    var start: XMLLocation?
    /// The absent keys that are names before their conversion.
    lazy var unmatched = UnmatchedKeys()
    /// The values that were accepted although they do not have the requested form.
    var leniences: Leniences?
    var lookups: XMLLookups

    init(_ node: XML.Node, _ options: XML.Options) {
        storage = node.storage
        top = node.index
        self.options = options
        let strategies = options.decoding.strategies
        self.strategies = strategies
        if !options.badElements.isEmpty { skipped = SkippedElements(options.badElements, names: \.names) }
        userInfo = strategies.userInfo.isEmpty ? [:] : strategies.userInfo.mapValues { $0 }
        memo = strategies.key.map(KeyMemo.init)
        conversion = options.decoding.keys
        convertsNames = memo != nil || conversion != .useDefaultKeys
        containers = [XMLLocation(.top, node.index, in: 0)]
        lookups = XMLLookups(node.storage)
    }

    var decodingOptions: DecodingOptions { options.decoding }
    var conversions: DecodingOptions.Conversions { decodingOptions.conversions }
    var topLocation: XMLLocation { containers[0] }
}

extension XMLDecodingState {
    /// Begins to decode the content of a location.
    func open(_ location: XMLLocation) -> XMLContainer {
        containers.append(location)
        return XMLContainer(location: location, number: UInt32(truncatingIfNeeded: containers.count - 1))
    }

    func add(_ word: XMLWord) -> Int {
        words.append(word)
        return words.count - 1
    }

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

    func namespaceID(of name: String) -> XMLNamespaceID? { lookups.namespaceID(of: name, in: storage) }

    /// The XML Schema instance namespace, which contains `xsi:nil`, or nil if the document does not name it.
    var instances: XMLNamespaceID? { lookups.instances }
}

extension XMLDecodingState: DocumentReading {
    func decoder(at location: XMLLocation) -> XMLValueDecoder { XMLValueDecoder(state: self, location: location) }

    func isScalar(_ type: Any.Type) -> Bool { kind(of: type).isScalar }

    func absence(of key: any CodingKey) -> String { "neither an element nor an attribute “\(key.stringValue)”" }

    func double(_ location: XMLLocation) throws -> Double { try float(location) }
}

/// A cache of lookups for one decoding operation: conformances of types, namespace IDs, and members of large elements.
struct XMLLookups {
    /// The namespace of attributes such as `xsi:nil` (XML Schema part 1 §2.6).
    private static let instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"
    /// The ID of the instance namespace, or nil if the document does not name it.
    let instances: XMLNamespaceID?
    var members: [Int: XMLMemberTable] = [:]
    var kinds: [ObjectIdentifier: XMLDecodableKind] = [:]
    var keyKinds: [ObjectIdentifier: XMLKeyKind] = [:]
    private var namespaces: [UTF8Key: XMLNamespaceID]?

    init(_ storage: XMLDocumentStorage) {
        let instance = storage.namespaces.firstIndex { $0.utf8.elementsEqual(Self.instanceNamespace.utf8) }
        instances = instance.map { XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: $0)) }
    }

    mutating func namespaceID(of name: String, in storage: XMLDocumentStorage) -> XMLNamespaceID? {
        let entries = storage.namespaces.enumerated().lazy.map { number, name in
            (UTF8Key(text: name), XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: number)))
        }
        let numbers = namespaces ?? Dictionary(entries) { first, _ in first }
        namespaces = numbers
        return numbers[UTF8Key(text: name)]
    }
}

/// The meaning of the keys of a type.
enum XMLKeyKind {
    /// Elements, attributes, or text, as each key spells it.
    case plain
    /// The names of the elements of a list.
    case choice
    /// The names of the elements of a list, and one key for the texts between them.
    case mixedChoice
    /// Whether a key selects a case by the name of one element or by a text.
    var isChoice: Bool { self == .choice || self == .mixedChoice }

    init<Key: CodingKey>(_ type: Key.Type) {
        if type is any XMLChoiceCodingKey.Type {
            self = Key.ofText == nil ? .choice : .mixedChoice
        } else {
            self = .plain
        }
    }
}

// MARK: - Ignored content

// Members that a type does not request are ignored, as with any decoder. This file covers content that a type requested
// but does not receive: repetitions of an element that is decoded as a single value, text beside the elements of a
// list, and a wrapper element decoded as the only item of a list. The value is created, and a finding reports the
// ignored content.

/// A record of the content that decoding ignored although a type requested it.
struct XMLUnread {
    /// The maximum number of records of each kind, which otherwise could be as many as elements.
    static let limit = 32
    /// The first text beside elements, by parent element.
    var texts: [Int: Int] = [:]
    /// The elements with mixed content whose text was read.
    var readTexts: Set<Int> = []
    /// The elements and attributes that follow another one with the same name, where only the first was read.
    var repetitions: [XMLLocation] = []
    /// The elements whose content was ignored entirely.
    var wholes: [Int] = []
}

extension XMLDecodingState {
    /// Records that a value is decoded from the first of several elements with the same name.
    func recordRepetition(of location: XMLLocation) {
        guard location.kind == .named, unread.repetitions.count < XMLUnread.limit else { return }
        if let next = next(after: location) { recordRepetition(XMLLocation(.named, next, in: location.outer)) }
    }

    /// Records an element or attribute that was ignored because another one with its name was read.
    func recordRepetition(_ location: XMLLocation) {
        let isKnown = unread.repetitions.contains { $0.kind == location.kind && $0.index == location.index }
        if !isKnown, unread.repetitions.count < XMLUnread.limit { unread.repetitions.append(location) }
    }

    /// Records the text between the child elements of an element that was decoded as a list or a choice.
    func recordTexts(in element: Int) {
        guard unread.texts.count < XMLUnread.limit, unread.texts[element] == nil else { return }
        guard firstElement(in: element) != nil else { return }
        unread.texts[element] = storage.children(of: element).first { isText($0) }
    }

    /// Returns whether a node is text other than whitespace.
    func isText(_ node: Int) -> Bool {
        let record = storage.nodes[node]
        return record.kind.isText && !storage.stores.isWhitespace(record.text)
    }

    /// Records that the content of the only element of a list was ignored, if the element contains other elements.
    @inline(never)
    func recordWhole(_ location: XMLLocation) {
        guard firstElement(in: location.number) != nil, !unread.readTexts.contains(location.number) else { return }
        guard unread.wholes.count < XMLUnread.limit else { return }
        unread.wholes.append(location.number)
    }

    /// Returns the findings about the ignored content and the unmatched keys.
    func findings() -> [Finding] {
        var findings = unread.repetitions.map { location in
            let name = storage.stores.string(name(of: location).slice).printable
            let kind = location.kind == .attribute ? "attribute" : "element"
            let message = "ignored another \(kind) “\(name)”; the value has the first one"
            return finding(.duplicateKey, message, at: offset(of: location))
        }
        for (element, text) in unread.texts where !unread.readTexts.contains(element) {
            let location = XMLLocation(.text, text, in: 0)
            let message =
                "ignored the text \(description(of: location)) between the elements of \(quotedName(of: element))"
            findings.append(finding(.unreadContent, message, at: offset(of: location)))
        }
        for element in unread.wholes {
            let inner = firstElement(in: element).map { quotedName(of: $0) } ?? ""
            let message = "ignored all of \(quotedName(of: element)); decode a list with a type "
            let hint = "that has a key for \(inner)"
            findings.append(finding(.unreadContent, message + hint, at: storage.nodes[element].offset))
        }
        if convertsNames { findings += unmatched.findings }
        return findings.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
    }

    private func finding(_ code: Finding.Code, _ message: String, at offset: Int) -> Finding {
        Finding(code, .warning, message, offset: storage.source.sourceOffset(of: offset))
    }

    private func quotedName(of element: Int) -> String {
        "“\(storage.stores.string(storage.nodes[element].name.slice).printable)”"
    }
}

extension XMLDecodingState {
    /// Returns the child elements of an element by name, creating the table on first use.
    ///
    /// `form` is the part of the names to hash, and `location` the location of the element in the coding path.
    func elementTable(of element: Int, _ form: XMLNameForm, _ location: XMLLocation) -> XMLMemberTable {
        let own = storage.nodes[element].namespace
        return table(element << 3, of: storage.elements(of: element), form, own: own, in: location) {
            storage.nodes[$0].name
        }
    }

    func attributeTable(of element: Int, _ form: XMLNameForm, _ location: XMLLocation) -> XMLMemberTable {
        table(element << 3 | 4, of: attributes(of: element), form, own: .none, in: location) {
            storage.attributes[$0].name
        }
    }

    private func table(
        _ number: Int,
        of members: some Sequence<Int>,
        _ form: XMLNameForm,
        own: XMLNamespaceID,
        in location: XMLLocation,
        _ name: (Int) -> XMLName
    ) -> XMLMemberTable {
        if let table = lookups.members[number | Int(form.rawValue)] { return table }
        let outer = outerPath(of: location)
        var table = XMLMemberTable()
        for member in members {
            let name = name(member)
            let namespace: UInt32 =
                switch form {
                case .local: name.namespace == own ? 0 : 1
                case .written: 0
                case .expanded: name.namespace.rawValue
                }
            let key = key(for: form == .written ? name.slice : name.local, in: outer)
            table.append(member, XMLMemberTable.Entry(namespace: namespace, name: UTF8Key(text: key)))
        }
        lookups.members[number | Int(form.rawValue)] = table
        return table
    }
}

/// An index of an element's children or attributes by name, for elements with many members.
///
/// Swift's hasher is randomly seeded, so an attacker cannot choose colliding names.
struct XMLMemberTable {
    struct Entry: Hashable {
        /// The namespace ID for expanded names; for local names, 0 in the preferred namespace and 1 in any other.
        let namespace: UInt32
        let name: UTF8Key
    }

    /// The first and the last member with each name.
    private var ends: [Entry: (first: Int, last: Int)] = [:]
    /// For each member, the next one with the same name.
    private var following: [Int: Int] = [:]

    mutating func append(_ member: Int, _ entry: Entry) {
        let known = ends[entry]
        if let known { following[known.last] = member }
        ends[entry] = (known?.first ?? member, member)
    }

    func first(_ wanted: XMLKeyName) -> Int? {
        let name = UTF8Key(text: wanted.text)
        let best = ends[Entry(namespace: wanted.namespace.rawValue, name: name)]
        if best == nil, wanted.form == .local { return ends[Entry(namespace: 1, name: name)]?.first }
        return best?.first
    }

    func next(after member: Int) -> Int? { following[member] }
}
