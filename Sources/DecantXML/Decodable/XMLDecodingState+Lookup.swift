import DecantCore
import DecantDocument

extension XMLDecodingState {
    /// The number of nodes or attributes to compare one by one before hashing their names.
    private static let reach = 24

    /// Returns the first child element that matches a key, preferring the namespace of the outer element.
    func element(_ wanted: XMLKeyName, in location: XMLLocation) -> Int? {
        let own = storage.nodes[location.number].namespace
        return first(wanted, in: storage.elements(of: location.number), own: own) {
            storage.nodes[$0].name
        } orIn: {
            elementTable(of: location.number, wanted.form, location)
        }
    }

    /// Returns the first attribute of an element that matches a key, preferring attributes without a namespace.
    func attribute(_ wanted: XMLKeyName, of location: XMLLocation) -> Int? {
        first(wanted, in: attributes(of: location.number), own: .none) {
            storage.attributes[$0].name
        } orIn: {
            attributeTable(of: location.number, wanted.form, location)
        }
    }

    @inline(__always)
    private func first(
        _ wanted: XMLKeyName,
        in members: some Sequence<Int>,
        own: XMLNamespaceID,
        _ name: (Int) -> XMLName,
        orIn table: () -> XMLMemberTable
    ) -> Int? {
        guard memo == nil else { return table().first(wanted) }
        var fallback: Int?
        var count = 0
        for member in members {
            guard count < Self.reach else { return table().first(wanted) }
            count &+= 1
            switch fit(of: name(member), to: wanted, own: own) {
            case .none: break
            case .other: fallback = fallback ?? member
            case .best: return member
            }
        }
        return fallback
    }

    /// Returns the attributes of an element, excluding namespace declarations.
    func attributes(of element: Int) -> some Sequence<Int> {
        storage.attributeRange(of: element).lazy.filter { [storage] in
            !storage.attributes[$0].flags.contains(.declaresNamespace)
        }
    }

    func hasAttributes(_ element: Int) -> Bool { attributes(of: element).contains { _ in true } }

    /// Returns the next sibling with the same name, compared in the form that the key used.
    func next(after location: XMLLocation) -> Int? {
        let record = storage.nodes[location.number]
        let around = storage.nodes[record.parent]
        var siblings = storage.children(in: record.end..<around.end)
        for _ in 0..<(memo == nil ? Self.reach : 0) {
            guard let node = siblings.next() else { return nil }
            let other = storage.nodes[node]
            guard other.kind == .element else { continue }
            if isSame(record.name, as: other.name, location.form, own: around.namespace, isSameKey) { return node }
        }
        guard !siblings.rest.isEmpty else { return nil }
        // The elements of a list were found in the container of the list.
        let outer = containers[Int(location.outer)]
        let parent = location.kind == .listed ? containers[Int(outer.outer)] : outer
        return elementTable(of: record.parent, location.form, parent).next(after: location.number)
    }

    /// Returns whether two elements with the same parent belong to one list.
    func isSameName(_ location: XMLLocation, _ other: XMLLocation) -> Bool {
        guard location.kind == .named, other.kind == .named else { return false }
        let (record, otherRecord) = (storage.nodes[location.number], storage.nodes[other.number])
        return isSame(record.name, as: otherRecord.name, location.form, own: storage.nodes[record.parent].namespace) {
            storage.stores.isSame($0, as: $1, of: storage.stores)
        }
    }

    @inline(__always)
    private func isSame(
        _ name: XMLName,
        as other: XMLName,
        _ form: XMLNameForm,
        own: XMLNamespaceID,
        _ isSame: (XMLSlice, XMLSlice) -> Bool
    ) -> Bool {
        switch form {
        case .local: (name.namespace == own) == (other.namespace == own) && isSame(name.local, other.local)
        case .written: isSame(name.slice, other.slice)
        case .expanded: name.namespace == other.namespace && isSame(name.local, other.local)
        }
    }

    /// Returns whether two names have the same key, without a custom function.
    private func isSameKey(_ name: XMLSlice, _ other: XMLSlice) -> Bool {
        let stores = storage.stores
        if stores.isSame(name, as: other, of: stores) { return true }
        if conversion == .useDefaultKeys { return false }
        let hash = stores.withBytes(name) { conversion.hash(of: $0) }
        let otherHash = stores.withBytes(other) { conversion.hash(of: $0) }
        if let hash, let otherHash, hash != otherHash { return false }
        let key = conversion.key(for: stores.string(name))
        return key.utf8.elementsEqual(conversion.key(for: stores.string(other)).utf8)
    }

    func firstElement(in element: Int) -> Int? {
        storage.children(of: element).first { storage.nodes[$0].kind == .element }
    }

    func nextElement(after node: Int) -> Int? {
        let record = storage.nodes[node]
        let siblings = storage.children(in: record.end..<storage.nodes[record.parent].end)
        return siblings.first { storage.nodes[$0].kind == .element }
    }
}

extension XMLDecodingState {
    /// The keys that represent the content of an element.
    ///
    /// The empty key and `#text` always do. `value` does if the element has text, no child elements, and no member of
    /// that name. `_0`, which the compiler generates for the associated value of an enumeration case, does if there is
    /// no member of that name.
    static let contentKeys = ["", "#text", "value", "_0"]
    /// The beginning of a key that represents a child element and no attribute; no name begins with it.
    static let elementMark = "./"

    /// Returns the name in a key that represents a child element and no attribute, or nil for other keys.
    static func elementName(in key: String) -> Substring? {
        key.hasPrefix(elementMark) ? key.dropFirst(elementMark.count) : nil
    }

    /// Finds the member of an element for a key.
    func find(_ key: String, in container: XMLContainer) -> XMLLocation? {
        let kind = container.location.kind
        guard kind.isElement else { return kind == .ownText ? text(key, of: container) : nil }
        guard let first = key.utf8.first else { return content(of: container, 0) }
        if first == UInt8(ascii: "@") {
            var found = find(attribute: String(key.dropFirst()), in: container)
            found?.isMarked = true
            return found
        }
        if first == UInt8(ascii: "."), let name = Self.elementName(in: key) {
            return find(element: String(name), in: container)
        }
        if first == UInt8(ascii: "#"), key == Self.contentKeys[1] { return content(of: container, 1) }
        return find(element: key, in: container) ?? find(attribute: key, in: container)
            ?? find(contentAs: key, in: container)
    }

    @inline(__always)
    private func find(element key: String, in container: XMLContainer) -> XMLLocation? {
        guard let name = name(for: key, isAttribute: false),
            let node = element(name, in: container.location)
        else { return nil }
        return XMLLocation(.named, node, in: container.number, form: name.form)
    }

    @inline(__always)
    private func find(attribute key: String, in container: XMLContainer) -> XMLLocation? {
        guard let name = name(for: key, isAttribute: true),
            let index = attribute(name, of: container.location)
        else { return nil }
        return XMLLocation(.attribute, index, in: container.number, form: name.form)
    }

    private func find(contentAs key: String, in container: XMLContainer) -> XMLLocation? {
        guard let index = Self.contentKeys.firstIndex(of: key) else { return nil }
        let element = container.location.number
        guard index != 2 || firstElement(in: element) == nil && hasText(element) else { return nil }
        return content(of: container, index)
    }

    private func content(of container: XMLContainer, _ key: Int) -> XMLLocation {
        XMLLocation(.content, container.location.number, position: key, in: container.number)
    }

    private func text(_ key: String, of container: XMLContainer) -> XMLLocation? {
        let position = Self.contentKeys.firstIndex(of: key)
        guard let position, container.location.kind == .ownText || position < 2 else { return nil }
        return XMLLocation(.ownText, container.location.number, position: position, in: container.number)
    }

    /// Returns an element of a list under its own name, or nil if a key does not match the name.
    func choose(_ key: String, in container: XMLContainer) -> XMLLocation? {
        let location = container.location
        guard location.kind != .text else { return text(key, of: container) }
        let written = Self.elementName(in: key).map { String($0) } ?? key
        guard let name = name(for: written, isAttribute: false) else { return nil }
        let record = storage.nodes[location.number]
        guard fits(record, name, location) else { return nil }
        return XMLLocation(.own, location.number, in: container.number, form: name.form)
    }

    func fits(_ record: XMLNode, _ name: XMLKeyName, _ location: XMLLocation) -> Bool {
        guard memo != nil else { return fit(of: record.name, to: name, own: .none) != .none }
        if name.form == .expanded, record.namespace != name.namespace { return false }
        let slice = name.form == .written ? record.name.slice : record.name.local
        return key(for: slice, in: .of(location)).utf8.elementsEqual(name.text.utf8)
    }
}

extension XMLDecodingState {
    func element(at location: XMLLocation) throws -> Int {
        guard location.kind.isElement else { throw mismatch([String: Any].self, location) }
        return location.number
    }

    func keyedLocation(_ location: XMLLocation) throws -> XMLLocation {
        guard location.kind != .ownText else { return location }
        _ = try element(at: location)
        recordRepetition(of: location)
        return location
    }

    /// Returns the first elements and attributes of an element, excluding attributes of the XML Schema instance
    /// namespace (XML Schema part 1 §2.6).
    func members(of container: XMLContainer, elements: Int = .max, attributes: Int = .max) -> [XMLLocation] {
        let element = container.location.number
        let form = options.usesQualifiedNames ? XMLNameForm.written : .local
        return storage.elements(of: element).prefix(elements).map {
            XMLLocation(.named, $0, in: container.number, form: form)
        }
            + self.attributes(of: element).prefix(attributes).filter {
                instances == nil || storage.attributes[$0].name.namespace != instances
            }.map { XMLLocation(.attribute, $0, in: container.number, form: form) }
    }

    func writtenKey(of location: XMLLocation) -> String {
        let name = name(of: location)
        return storage.stores.string(location.form == .written ? name.slice : name.local)
    }

    func name(of location: XMLLocation) -> XMLName {
        location.kind == .attribute ? storage.attributes[location.number].name : storage.nodes[location.number].name
    }

    /// Returns the keys of an element in document order, without duplicates, spelled as the type spells them.
    func keys<Key: CodingKey>(of container: XMLContainer, as type: Key.Type) -> [Key] {
        guard container.location.kind.isElement else { return [] }
        let outer = outerPath(of: container.location)
        var known: Set<UTF8Key> = []
        return members(of: container).compactMap { member in
            let key: Key? = key(of: member, in: outer)
            guard let key, known.insert(UTF8Key(text: key.stringValue)).inserted else { return nil }
            return key
        }
    }

    func key<Key: CodingKey>(of location: XMLLocation, in outer: XMLOuterPath) -> Key? {
        let name = name(of: location)
        let plain = key(for: options.usesQualifiedNames ? name.slice : name.local, in: outer)
        if let key = Key(stringValue: plain) { return key }
        let mark = location.kind == .attribute ? "@" : Self.elementMark
        if let key = Key(stringValue: mark + plain) { return key }
        if name.prefixLength > 0, let key = Key(stringValue: key(for: name.slice, in: outer)) { return key }
        guard name.namespace != .none else { return nil }
        let expanded = qualified(name, in: outer)
        return Key(stringValue: expanded)
            ?? Key(stringValue: "{\(storage.namespace(of: name))}\(key(for: name.local, in: outer))")
    }

    /// Returns a name with the prefix that the options define for its namespace, or with the namespace in braces.
    func qualified(_ name: XMLName, in outer: XMLOuterPath) -> String {
        let namespace = storage.namespace(of: name)
        let local = key(for: name.local, in: outer)
        let prefixes = options.namespaces.filter { $0.value.utf8.elementsEqual(namespace.utf8) }.keys
        guard let prefix = prefixes.min() else { return "{\(namespace)}\(local)" }
        return prefix.isEmpty ? local : "\(prefix):\(local)"
    }

    /// Returns the path of an element whose names are converted one after the other.
    func outerPath(of location: XMLLocation) -> XMLOuterPath {
        memo?.isComplete == false ? .path(path(to: location)) : .of(location)
    }

    /// Converts a name into the text of a key; `outer` is the path of the element that contains the name.
    func key(for slice: XMLSlice, in outer: XMLOuterPath) -> String {
        guard let memo else { return conversion.key(for: storage.stores.string(slice)) }
        return storage.stores.withBytes(slice) { name in
            switch outer {
            case .path(let path): memo.key(for: name, at: path.count) { path }.text
            case .of(let location): memo.key(for: name, at: depth(of: location)) { path(to: location) }.text
            }
        }
    }

    /// Returns the number of keys in the path of a location.
    private func depth(of location: XMLLocation) -> Int {
        var depth = 0
        var step = location
        while step.kind != .top {
            depth += 1
            step = containers[Int(step.outer)]
        }
        return depth
    }
}

/// The path of an element that contains a name, for custom functions that convert the name.
enum XMLOuterPath {
    /// A path that is known.
    case path([any CodingKey])
    /// The path of a location, which is computed only if a function is called.
    case of(XMLLocation)
}

// MARK: - Names

/// The names that match a key.
struct XMLKeyName {
    let form: XMLNameForm
    /// The local name, or the name as written.
    let text: String
    /// The namespace, for expanded names.
    var namespace = XMLNamespaceID.none
    /// The conversion of the names that are compared with the text.
    var conversion = DecodingOptions.Keys.useDefaultKeys
}

extension XMLDecodingState {
    /// Returns the names that match a key, or nil if the key specifies a namespace that the document does not name.
    ///
    /// The key does not include the `@` that marks an attribute. Attribute names without a prefix have no namespace.
    func name(for key: String, isAttribute: Bool) -> XMLKeyName? {
        var name = unconverted(key, isAttribute)
        name?.conversion = conversion
        return name
    }

    private func unconverted(_ key: String, _ isAttribute: Bool) -> XMLKeyName? {
        if key.utf8.first == UInt8(ascii: "{"), let end = key.utf8.firstIndex(of: UInt8(ascii: "}")) {
            let namespace = key[key.utf8.index(after: key.startIndex)..<end]
            return expanded(String(namespace), String(key[key.utf8.index(after: end)...]))
        }
        guard let colon = key.utf8.firstIndex(of: UInt8(ascii: ":")) else { return plain(key, isAttribute) }
        guard let namespace = options.namespaces[String(key[..<colon])] else {
            return XMLKeyName(form: .written, text: key)
        }
        return expanded(namespace, String(key[key.utf8.index(after: colon)...]))
    }

    private func plain(_ key: String, _ isAttribute: Bool) -> XMLKeyName? {
        guard options.usesQualifiedNames else { return XMLKeyName(form: .local, text: key) }
        guard !isAttribute, let namespace = options.namespaces[""] else { return XMLKeyName(form: .written, text: key) }
        return expanded(namespace, key)
    }

    private func expanded(_ namespace: String, _ local: String) -> XMLKeyName? {
        namespaceID(of: namespace).map { XMLKeyName(form: .expanded, text: local, namespace: $0) }
    }

    /// Returns how well a name matches a key; `own` is the preferred namespace for keys that specify none.
    @inline(__always)
    func fit(of name: XMLName, to wanted: XMLKeyName, own: XMLNamespaceID) -> XMLNameFit {
        switch wanted.form {
        case .local:
            guard has(wanted, at: name.local) else { return .none }
            return name.namespace == own ? .best : .other
        case .written: return has(wanted, at: name.slice) ? .best : .none
        case .expanded: return name.namespace == wanted.namespace && has(wanted, at: name.local) ? .best : .none
        }
    }

    @inline(__always)
    private func has(_ wanted: XMLKeyName, at slice: XMLSlice) -> Bool {
        wanted.conversion == .useDefaultKeys
            ? storage.stores.has(wanted.text, at: slice) : hasConverted(wanted, at: slice)
    }

    @inline(never)
    private func hasConverted(_ wanted: XMLKeyName, at slice: XMLSlice) -> Bool {
        let keys = wanted.conversion
        let isKey = storage.stores.withBytes(slice) { name in
            wanted.text.withUTF8Bytes { keys.converts(name, to: $0) }
        }
        return isKey ?? keys.key(for: storage.stores.string(slice)).utf8.elementsEqual(wanted.text.utf8)
    }
}

/// The quality of the match between a name and a key.
enum XMLNameFit {
    case none
    /// A match, but a name in the preferred namespace would take precedence.
    case other
    case best
}

/// The part of a name that is compared with a key.
enum XMLNameForm: UInt8, BitwiseCopyable {
    /// The part after the prefix.
    case local
    /// The name as written.
    case written
    /// The namespace, and the part after the prefix.
    case expanded
}
