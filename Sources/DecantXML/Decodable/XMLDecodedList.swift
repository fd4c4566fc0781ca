/// What an array is made of, one after the other.
///
/// A key stands for all elements of a name. Any other element stands for the elements in it, or if it has none, for the words of
/// its text; an attribute stands for its words.
struct XMLDecodedList {
    /// What is next; nil behind the last one.
    private(set) var current: XMLDecodedPlace?

    /// What is left of the text whose words are listed, and the texts behind it.
    private var rest = XMLSlice.empty
    private var owner: XMLDecodedPlace

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace) throws {
        owner = place
        switch place.kind {
        case .named:
            current = XMLDecodedPlace(.listed, place.number, level: place.inside)
            current?.form = place.form
        case .attribute, .word:
            guard let text = state.scalarSlice(of: place) else { return }
            rest = text
            nextWord(state, position: 0)
        default:
            if let child = state.firstElement(in: place.number) {
                current = XMLDecodedPlace(.child, child, level: place.inside)
            } else if let text = state.scalarSlice(of: place) {
                rest = text
                nextWord(state, position: 0)
            } else {
                throw state.mismatch([Any].self, place)
            }
        }
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
        let (start, end) = state.storage.stores.withBytes(rest) { bytes in
            var start = 0
            while start < bytes.count, bytes[start].isXMLSpace { start += 1 }
            var end = start
            while end < bytes.count, !bytes[end].isXMLSpace { end += 1 }
            return (start, end)
        }
        guard start < end else { return current = nil }
        let word = XMLWord(slice: rest.prefix(end).dropFirst(start), owner: owner)
        rest = rest.dropFirst(end)
        current = XMLDecodedPlace(.word, state.add(word), position: position, level: owner.inside)
    }
}
