/// The items of an array, in order.
///
/// A key selects all elements of a name. For any other element, the items are its child elements, or the words of its
/// text if it has no child elements. For an attribute, the items are its words. XMLChoices.swift describes the items of
/// choices.
struct XMLDecodedList {
    /// The next item; nil after the last one.
    private(set) var current: XMLLocation?

    /// The remaining texts to split into words, in reverse order.
    private var texts: [XMLSlice] = []

    /// Whether texts between elements are items.
    private var includesTexts = false

    /// Whether there is unlisted text before the current element, or after the last one.
    private var hasTextBefore = false

    /// The named element whose items are being listed.
    private var opened: XMLLocation?

    private let owner: XMLLocation

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - state: The state shared by all decoders of one decoding operation.
    ///   - location: The location whose items are listed.
    ///   - isRepeated: Whether the list repeats an earlier iteration, to locate an error.
    init(_ state: XMLDecodingState, _ location: XMLLocation, isRepeated: Bool = false) {
        owner = location
        switch location.kind {
        case .named:
            listed(location.number, position: 0)
            if isRepeated { repeatOpening(state) }
        case .attribute, .word: listWords(of: [state.scalarSlice(of: location) ?? .empty], state)
        case .text, .ownText: listWords(of: state.slices(ofText: location.number), state)
        default:
            includesTexts = isRepeated && state.choices.mixed.contains(location.number)
            item(from: location.number + 1, in: location.number, position: 0, level: location.inside, state)
            guard current == nil else { return }
            hasTextBefore = false
            listWords(of: state.texts(in: location.number), state)
        }
    }

    /// The current item, after ``begin(_:)`` returned true.
    var item: XMLLocation { current ?? owner }

    /// Records the current item as the next step of the path.
    ///
    /// - Returns: Whether the list has a current item.
    func begin(_ state: XMLDecodingState) -> Bool {
        guard let current else { return false }
        state.enter(current)
        state.forgetItem(current)
        return true
    }

    /// Advances to the next item.
    mutating func advance(_ state: XMLDecodingState) {
        guard let last = current else { return }
        if !state.choices.taken.isEmpty, let item = state.takeItem(last) {
            advance(past: item, last, state)
        } else {
            if hasTextBefore { state.noteTexts(in: state.storage.nodes[last.number].parent) }
            skip(state)
            guard current == nil else { return }
            if hasTextBefore { state.noteTexts(in: state.storage.nodes[last.number].parent) }
            if last.kind == .listed, last.position == 0 { state.noteWhole(last) }
        }
    }

    /// Advances past the current item without decoding it.
    mutating func skip(_ state: XMLDecodingState, isRepeated: Bool = false) {
        guard let last = current else { return }
        let position = Int(last.position) + 1
        switch last.kind {
        case .listed:
            move(to: state.next(after: last), position)
            if isRepeated { repeatOpening(state) }
        case .child, .text:
            let parent = state.storage.nodes[last.number].parent
            item(from: state.end(ofItem: last.number), in: parent, position: position, level: Int(last.level), state)
            if current == nil, let opened {
                close(opened, position: position, state)
                if isRepeated { repeatOpening(state) }
            }
        default: nextWord(state, position: position)
        }
    }

    /// Advances after a choice took an item other than the current element.
    private mutating func advance(
        past item: XMLChoiceRecords.Item,
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
        current = XMLLocation(.listed, node, position: position, level: owner.inside)
        current?.form = owner.form
        current?.isListItem = true
    }

    private mutating func move(to node: Int?, _ position: Int) {
        if let node { listed(node, position: position) } else { current = nil }
    }

    /// Lists the items in an element instead of the element.
    private mutating func open(_ location: XMLLocation, _ texts: Bool, _ state: XMLDecodingState) {
        opened = location
        includesTexts = texts
        let position = Int(location.position)
        item(from: location.number + 1, in: location.number, position: position, level: Int(location.level), state)
    }

    private mutating func close(_ location: XMLLocation, position: Int, _ state: XMLDecodingState) {
        opened = nil
        includesTexts = false
        move(to: state.next(after: location), position)
    }

    /// Opens an element that was opened before, and skips children without items.
    private mutating func repeatOpening(_ state: XMLDecodingState) {
        while let location = current, state.choices.empty.contains(location.number) {
            move(to: state.next(after: location), Int(location.position))
        }
        if let location = current, let texts = state.choices.opened[location.number] { open(location, texts, state) }
    }

    // MARK: - Items in an element

    /// Advances to the next element in an element, or to the next text if texts are listed.
    private mutating func item(
        from start: Int,
        in element: Int,
        position: Int,
        level: Int,
        _ state: XMLDecodingState
    ) {
        hasTextBefore = false
        if includesTexts {
            current = state.nextItem(from: start, in: element, true).map {
                state.itemLocation($0, position: position, level: level)
            }
            return
        }
        let end = state.storage.nodes[element].end
        var node = start
        while node < end, state.storage.nodes[node].kind != .element {
            if !hasTextBefore, state.isText(node) { hasTextBefore = true }
            node = state.storage.nodes[node].end
        }
        guard node < end else {
            current = nil
            return
        }
        current = XMLLocation(.child, node, position: position, level: level)
        current?.isListItem = opened == nil
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
            let word = XMLWord(slice: text.prefix(end).dropFirst(start), owner: owner)
            current = XMLLocation(.word, state.add(word), position: position, level: owner.inside)
            current?.isListItem = position == 0
            return
        }
        current = nil
    }
}

extension Span<UInt8> {
    /// The range of the first word, delimited by whitespace.
    fileprivate var firstWord: (start: Int, end: Int) {
        var start = 0
        while start < count, XMLCharacters.isWhitespace(self[start]) { start += 1 }
        var end = start
        while end < count, !XMLCharacters.isWhitespace(self[end]) { end += 1 }
        return (start, end)
    }
}
