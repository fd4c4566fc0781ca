/// What an array is made of, one after the other.
///
/// A key stands for all elements of a name. Any other element stands for the elements in it, or if it has none, for the words of
/// its text; an attribute stands for its words.
struct XMLDecodedList {
    /// What is next; nil behind the last one.
    private(set) var current: XMLDecodedPlace?

    /// What is left of the texts whose words are listed, the one that is next last.
    private var texts: [XMLSlice] = []
    private let owner: XMLDecodedPlace

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace) {
        owner = place
        switch place.kind {
        case .named:
            current = XMLDecodedPlace(.listed, place.number, level: place.inside)
            current?.form = place.form
        case .attribute, .word: listWords(of: [state.scalarSlice(of: place) ?? .empty], state)
        default:
            if let child = state.firstElement(in: place.number) {
                current = XMLDecodedPlace(.child, child, level: place.inside)
            } else {
                listWords(of: state.texts(in: place.number), state)
            }
        }
    }

    private mutating func listWords(of texts: [XMLSlice], _ state: XMLDecodingState) {
        self.texts = texts.reversed()
        nextWord(state, position: 0)
    }

    /// Goes on to what is behind the current one.
    mutating func advance(_ state: XMLDecodingState) {
        guard let last = current else { return }
        let position = Int(last.position) + 1
        switch last.kind {
        case .listed: move(to: state.next(after: last), position)
        case .child: move(to: state.nextElement(after: last.number), position)
        default: nextWord(state, position: position)
        }
    }

    private mutating func move(to node: Int?, _ position: Int) {
        current?.position = UInt32(truncatingIfNeeded: position)
        if let node { current?.index = UInt32(truncatingIfNeeded: node) } else { current = nil }
    }

    private mutating func nextWord(_ state: XMLDecodingState, position: Int) {
        while let text = texts.popLast() {
            let (start, end) = state.storage.stores.withBytes(text) { $0.firstWord }
            guard start < end else { continue }
            texts.append(text.dropFirst(end))
            let word = XMLWord(slice: text.prefix(end).dropFirst(start), owner: owner)
            current = XMLDecodedPlace(.word, state.add(word), position: position, level: owner.inside)
            return
        }
        current = nil
    }
}

extension Span<UInt8> {
    /// Where the first word begins and ends that has white space around it.
    fileprivate var firstWord: (start: Int, end: Int) {
        var start = 0
        while start < count, self[start].isXMLSpace { start += 1 }
        var end = start
        while end < count, !self[end].isXMLSpace { end += 1 }
        return (start, end)
    }
}
