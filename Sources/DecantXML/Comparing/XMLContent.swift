/// Goes through what counts when two nodes are compared: CDATA sections are text like any other, and text is whole, whatever
/// parts it is kept in.
struct XMLContent {
    /// What is met on the way; the numbers are those of nodes.
    enum Item {
        /// A document or an element begins.
        case begin(Int)

        /// A document or an element ends.
        case end

        /// Texts without anything between them, at least one of which is not empty.
        case text(Range<Int>)

        /// A comment or a processing instruction.
        case other(Int)
    }

    private var steps: XMLSteps

    /// A step that was taken to see where text ends.
    private var pending: (index: Int, isEnd: Bool)?

    init(from index: Int) {
        steps = XMLSteps(from: index)
    }

    /// The next item, or nil behind the last one.
    mutating func next(in storage: borrowing XMLDocumentStorage) -> Item? {
        while let step = pending ?? steps.next(in: storage.nodes) {
            pending = nil
            if step.isEnd { return .end }
            let kind = storage.nodes[step.index].kind
            if kind.isContainer { return .begin(step.index) }
            guard kind.isText else { return .other(step.index) }
            let run = textRun(from: step.index, in: storage)
            if run.contains(where: { !storage.nodes[$0].text.isEmpty }) { return .text(run) }
        }
        return nil
    }

    /// Text nodes that follow one another have numbers that do.
    private mutating func textRun(from first: Int, in storage: borrowing XMLDocumentStorage) -> Range<Int> {
        var end = first + 1
        while let step = steps.next(in: storage.nodes) {
            guard !step.isEnd, storage.nodes[step.index].kind.isText else {
                pending = step
                break
            }
            end = step.index + 1
        }
        return first..<end
    }
}
