/// How many nodes and attributes there is room for while a document is built.
struct XMLRoom {
    /// How many nodes there is room for at first.
    ///
    /// Most documents have a node for each 15 to 40 bytes. Room that is not used is never touched, and so takes no memory.
    let firstNodes: Int

    /// How many attributes there is room for at first.
    let firstAttributes: Int

    /// How many nodes and attributes there may be together.
    let limit: Int

    private let textLength: Int

    init(textLength: Int, nodeLimit: Int) {
        self.textLength = textLength
        // Their indices have 32 bits, and one is left for the node behind the last one.
        limit = min(max(nodeLimit, 0), Int(UInt32.max) - 1)
        firstNodes = min(textLength >> 4 + 8, limit + 2)
        firstAttributes = min(textLength >> 6 + 4, limit + 2)
    }

    /// What the rest of the text will need if it is like the part already read, and a twentieth more.
    ///
    /// Never less than a quarter more than there was, so that what there is moves a few times at most.
    ///
    /// - Parameters:
    ///   - count: How many there have to be room for, at least.
    ///   - position: How far the text was read.
    /// - Returns: How many to have room for; more than `count`.
    func next(after count: Int, at position: Int) -> Int {
        let likely = Double(count) * Double(textLength) / Double(max(position, 1)) * 1.05
        // Two bytes for each is the least, unless entities make more of the text; then only what is needed is sure.
        let most = max(textLength / 2, count)
        let room = max(count + count / 4, Int(min(likely, Double(most))))
        return min(room, max(limit, count)) + 16
    }
}
