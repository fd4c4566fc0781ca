import DecantCore

/// The items of an array, in order.
///
/// A key selects all elements of a name. For any other element, the items are its child elements, or the words of its
/// text if it has no child elements. For an attribute, the items are its words.
struct XMLDecodedList {
    /// The next item, or nil after the last one.
    private(set) var current: XMLLocation?
    /// The remaining texts to split into words, in reverse order.
    private var texts: [XMLSlice] = []
    /// Whether texts between elements are items.
    private var includesTexts = false
    /// Whether there is unlisted text before the current element, or after the last one.
    private var hasTextBefore = false
    /// The named element whose items are being listed.
    private var opened: XMLLocation?
    private let owner: XMLContainer
    /// The number of members and lists that were found before the first item was decoded.
    private var entries = 0

    /// Creates the list of the items at a location.
    init(_ state: XMLDecodingState, _ location: XMLLocation) {
        owner = state.open(location)
        defer {
            if current != nil { state.entries &+= 1 }
            entries = state.entries
        }
        switch location.kind {
        case .named: listed(location.number, position: 0)
        case .attribute, .word: listWords(of: [state.scalarSlice(of: location) ?? .empty], state)
        case .text, .ownText: listWords(of: state.slices(ofText: location.number), state)
        default:
            item(from: location.number + 1, in: location.number, position: 0, state)
            guard current == nil else { return }
            hasTextBefore = false
            listWords(of: state.texts(location.number + 1..<state.storage.nodes[location.number].end), state)
        }
    }

    var item: XMLLocation { current ?? owner.location }

    /// Prepares for decoding the current item; returns false after the last item.
    func start(_ state: XMLDecodingState) -> Bool {
        guard let current else { return false }
        state.forgetItem(current)
        return true
    }

    mutating func advance(_ state: XMLDecodingState) {
        guard let last = current else { return }
        if !state.takenItems.isEmpty, let item = state.removeItem(last) {
            advance(past: item, last, state)
        } else {
            if hasTextBefore { state.recordTexts(in: state.storage.nodes[last.number].parent) }
            skip(state)
            guard current == nil else { return }
            if hasTextBefore { state.recordTexts(in: state.storage.nodes[last.number].parent) }
            if last.kind == .listed, last.position == 0, entries == state.entries { state.recordWhole(last) }
        }
    }

    /// Advances past the current item without decoding it.
    mutating func skip(_ state: XMLDecodingState) {
        guard let last = current else { return }
        let position = Int(last.position) + 1
        switch last.kind {
        case .listed: move(to: state.next(after: last), position)
        case .child, .text:
            let parent = state.storage.nodes[last.number].parent
            item(from: state.end(ofItem: last.number), in: parent, position: position, state)
            if current == nil, let opened { close(opened, position: position, state) }
        default: nextWord(state, position: position)
        }
    }

    /// Advances after a choice took an item other than the current element.
    private mutating func advance(
        past item: XMLTakenItem,
        _ last: XMLLocation,
        _ state: XMLDecodingState
    ) {
        hasTextBefore = false
        switch item {
        case .element:
            includesTexts = true
            skip(state)
        case .text where last.kind == .child:
            includesTexts = true
            current?.isListItem = false
            current?.position += 1
        case .text: current = nil
        case .firstInside(let texts):
            open(last, texts, state)
            skip(state)
        case .nothing: move(to: state.next(after: last), Int(last.position))
        }
    }

    // MARK: - Elements with a name

    private mutating func listed(_ node: Int, position: Int) {
        current = XMLLocation(.listed, node, position: position, in: owner.number, form: owner.location.form)
        current?.isListItem = true
    }

    private mutating func move(to node: Int?, _ position: Int) {
        if let node { listed(node, position: position) } else { current = nil }
    }

    private mutating func open(_ location: XMLLocation, _ texts: Bool, _ state: XMLDecodingState) {
        opened = location
        includesTexts = texts
        item(from: location.number + 1, in: location.number, position: Int(location.position), state)
    }

    private mutating func close(_ location: XMLLocation, position: Int, _ state: XMLDecodingState) {
        opened = nil
        includesTexts = false
        move(to: state.next(after: location), position)
    }

    // MARK: - Items in an element

    /// Advances to the next element in an element, or to the next text if texts are listed.
    private mutating func item(
        from start: Int,
        in element: Int,
        position: Int,
        _ state: XMLDecodingState
    ) {
        hasTextBefore = false
        if includesTexts {
            current = state.nextItem(from: start, in: element, true).map {
                state.itemLocation($0, position: position, in: owner.number)
            }
            return
        }
        current = nil
        for node in state.storage.children(in: start..<state.storage.nodes[element].end) {
            if state.storage.nodes[node].kind == .element {
                current = XMLLocation(.child, node, position: position, in: owner.number)
                current?.isListItem = opened == nil
                return
            }
            if !hasTextBefore, state.isText(node) { hasTextBefore = true }
        }
    }

    // MARK: - Words

    private mutating func listWords(of texts: [XMLSlice], _ state: XMLDecodingState) {
        self.texts = texts.reversed()
        nextWord(state, position: 0)
    }

    private mutating func nextWord(_ state: XMLDecodingState, position: Int) {
        while let text = texts.popLast() {
            let (start, end) = state.storage.stores.withBytes(text) { $0.firstWord }
            guard start < end else { continue }
            texts.append(text.dropFirst(end))
            let word = XMLWord(slice: text.prefix(end).dropFirst(start), owner: owner.location)
            current = XMLLocation(.word, state.add(word), position: position, in: owner.number)
            current?.isListItem = position == 0
            return
        }
        current = nil
    }
}

extension Span<UInt8> {
    fileprivate var firstWord: (start: Int, end: Int) {
        let start = leadingSpace
        var end = start
        while end < count, !XMLCharacters.isWhitespace(self[end]) { end += 1 }
        return (start, end)
    }
}

// MARK: - Choices

// An enumeration whose coding keys are choices (`XMLChoiceCodingKey`) is decoded from one item: an element whose
// name selects the case, or a text between elements if one of the cases represents text. A list cannot know that its
// element type is such an enumeration: it hands out a location, and then the type opens its container. The list
// resumes according to the item that the container took there:
//
//   location of the list       taken                                     the list resumes with
//   an element in an element   the text before it                        the same element; later texts are listed
//   an element in an element   the element; texts beside it are items    the next element or text
//   a word of an element       all of its text                           nothing
//   an element with a name     the first of several items in it          the others, then the next element of the name
//   an element with a name     nothing, since it is empty                the next element with the name
//
// Example: <c>one<b>two</b>three</c> as [Item], where Item has the cases b and text = ""
//   the list hands out “b”; the container takes “one” and records that; the list hands out “b” again, then “three”

/// An item that a choice took from a list.
enum XMLTakenItem {
    /// The element itself; texts beside it are items as well.
    case element
    /// The text before the element, or the whole text of the element that contains the word.
    case text
    /// The first of the items in the element.
    case firstInside(texts: Bool)
    case nothing
}

extension XMLDecodingState {
    /// Returns the item that a choice is decoded from, or an element that contains exactly one item.
    ///
    /// Throws if there is no element, if an element of a list contains no item, or if several elements match a case.
    @inline(never)
    func item<Key: CodingKey>(at location: XMLLocation, as type: Key.Type) throws -> XMLLocation {
        let texts = keyKind(of: type) == .mixedChoice
        switch location.kind {
        case .child: return location.isListItem && texts ? itemBefore(location) : location
        case .text where texts: return location
        case .word where location.isListItem && texts && words[location.number].owner.kind.isElement:
            return wholeText(around: location)
        case .listed where location.isListItem: return try itemInside(location, texts)
        default: return try onlyItem(at: location, as: type, texts)
        }
    }

    private func itemBefore(_ location: XMLLocation) -> XMLLocation {
        guard let text = text(before: location.number) else {
            takenItems[location.number] = .element
            return location
        }
        takenItems[location.number] = .text
        return itemLocation(text, position: Int(location.position), in: location.outer)
    }

    private func wholeText(around word: XMLLocation) -> XMLLocation {
        let element = element(around: word)
        guard let text = nextItem(from: element + 1, in: element, true) else { return word }
        takenItems[~element] = .text
        return itemLocation(text, position: 0, in: word.outer)
    }

    private func itemInside(_ location: XMLLocation, _ texts: Bool) throws -> XMLLocation {
        let element = location.number
        guard let first = nextItem(from: element + 1, in: element, texts) else {
            guard !hasAttributes(element) else { return location }
            takenItems[element] = .nothing
            throw mismatch([String: Any].self, location)
        }
        guard nextItem(from: end(ofItem: first), in: element, texts) != nil else {
            if !texts { recordTexts(in: element) }
            return location
        }
        takenItems[element] = .firstInside(texts: texts)
        return itemLocation(first, position: Int(location.position), in: location.outer)
    }

    /// Returns the location of an element after checking that at most one child matches a case.
    ///
    /// Like members without a key, other children are ignored.
    private func onlyItem<Key: CodingKey>(at location: XMLLocation, as type: Key.Type, _ texts: Bool) throws
        -> XMLLocation
    {
        let element = try element(at: location)
        recordRepetition(of: location)
        if !texts { recordTexts(in: element) }
        var cases: [String] = []
        var next = nextItem(from: element + 1, in: element, texts)
        while let item = next, cases.count < 4 {
            let key: Key? =
                storage.nodes[item].kind.isText
                ? Key.ofText : key(of: itemLocation(item, position: 0, in: location.outer), in: .of(location))
            if let key { cases.append(key.stringValue.isEmpty ? "text" : key.stringValue) }
            next = nextItem(from: end(ofItem: item), in: element, texts)
        }
        guard cases.count > 1 else { return location }
        let message = "expected one element in \(elementName(of: location)), whose name selects the case, but found "
        let context = DecodingError.Context(
            codingPath: self.path(to: location),
            debugDescription: message + cases.prefix(3).joined(separator: ", ") + (cases.count > 3 ? ", …" : "")
        )
        throw DecodingError.typeMismatch([String: Any].self, context)
    }

    /// Returns whether a choice found no item in an element of a list, which then omits the element.
    func tookNothing(of location: XMLLocation) -> Bool {
        guard location.kind == .listed, case .nothing? = takenItems[location.number] else { return false }
        return true
    }

    func forgetItem(_ location: XMLLocation) {
        if !takenItems.isEmpty { _ = removeItem(location) }
    }

    func removeItem(_ location: XMLLocation) -> XMLTakenItem? {
        switch location.kind {
        // No choice takes another item here. A record for the surrounding element belongs to an outer list.
        case .text, .ownText, .attribute: nil
        case .word: takenItems.removeValue(forKey: ~element(around: location))
        default: takenItems.removeValue(forKey: location.number)
        }
    }
}

// MARK: - Items

extension XMLDecodingState {
    func itemLocation(_ item: Int, position: Int, in outer: UInt32) -> XMLLocation {
        let kind: XMLLocation.Kind = storage.nodes[item].kind.isText ? .text : .child
        let form: XMLNameForm = options.usesQualifiedNames ? .written : .local
        return XMLLocation(kind, item, position: position, in: outer, form: form)
    }

    /// Returns the first item of an element, starting at a node: an element, or a text if texts are items.
    func nextItem(from start: Int, in element: Int, _ texts: Bool) -> Int? {
        var end = start
        return storage.children(in: start..<storage.nodes[element].end).first { node in
            let kind = storage.nodes[node].kind
            guard texts, kind.isText, node >= end else { return kind == .element }
            end = self.end(ofItem: node)
            return isItem(text: node)
        }
    }

    /// Returns the node after an item; a text extends to the next element.
    func end(ofItem item: Int) -> Int {
        let record = storage.nodes[item]
        guard record.kind.isText else { return record.end }
        return nextElement(after: item) ?? storage.nodes[record.parent].end
    }

    /// Returns the parts of a text, which comments and processing instructions may interrupt.
    func slices(ofText text: Int) -> [XMLSlice] {
        texts(text..<end(ofItem: text))
    }

    func texts(_ nodes: Range<Int>) -> [XMLSlice] {
        nodes.lazy.map { [storage] in storage.nodes[$0] }.filter(\.kind.isText).map(\.text)
    }

    /// Returns whether a text is an item; whitespace between elements is one only if strings are not trimmed.
    private func isItem(text: Int) -> Bool {
        slices(ofText: text).contains {
            !options.trimsStrings ? !$0.isEmpty : !storage.stores.isWhitespace($0)
        }
    }

    /// Returns the text directly before an element, if it is an item.
    private func text(before element: Int) -> Int? {
        let parent = storage.nodes[element].parent
        var node = element - 1
        var text: Int?
        while node > parent, storage.nodes[node].parent == parent, storage.nodes[node].kind != .element {
            if storage.nodes[node].kind.isText { text = node }
            node -= 1
        }
        return text.flatMap { isItem(text: $0) ? $0 : nil }
    }
}

extension CodingKey {
    static var ofText: Self? { Self(stringValue: "") ?? Self(stringValue: "#text") }
}

/// A coding key that selects the case of an enumeration by the name of an element.
///
/// An enumeration with such keys is decoded from one element of a list of elements with different names. The element's
/// name selects the case, and the element is the associated value.
///
/// ```swift
/// enum Shape: Decodable {
///     case circle(Circle)
///     case rect(Rectangle)
///
///     enum CodingKeys: String, XMLChoiceCodingKey { case circle, rect }
/// }
///
/// struct Drawing: Decodable {
///     var shapes: [Shape]
///
///     enum CodingKeys: String, CodingKey { case shapes = "" }
/// }
/// ```
///
/// A key that is empty or `#text` represents text between the elements. Without such a key, the list ignores text.
///
/// If the enumeration is the value of a key or of the root element rather than an item of a list, the case is named by
/// a child element; exactly one child must match a case. A list decoded from the name of a key contains the items of
/// all elements of that name.
public protocol XMLChoiceCodingKey: CodingKey {}
