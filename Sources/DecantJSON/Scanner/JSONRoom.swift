/// How many nodes there is room for while a text is scanned.
struct JSONRoom {
    /// How many there is room for at first.
    ///
    /// Most texts have a node for each 10 to 30 bytes. Room that is not used is never touched, and so takes no memory.
    let first: Int

    /// One node for each byte of the text, as in one of brackets only; or as many as the limit, and two to exceed it.
    let most: Int

    private let textLength: Int

    @inline(__always)
    init(textLength: Int, nodeLimit: Int) {
        self.textLength = textLength
        let mostOfText = textLength + 4
        most = nodeLimit < mostOfText ? max(nodeLimit, 0) + 2 : mostOfText
        // A document of 200 bytes then has less than 1 kB, which the C library keeps at hand for each thread.
        first = min((textLength <= 4096 ? (textLength * 3) >> 4 : textLength >> 3) + 8, most)
    }

    /// What the rest of the text will need if it is like the part already read, and a twentieth more.
    ///
    /// Never less than a quarter more than there was, so that the nodes move a few times at most.
    func next(after count: Int, at position: Int) -> Int {
        let likely = Double(count) * Double(textLength) / Double(max(position, 1)) * 1.05
        let room = max(count + count / 4, min(Int(likely), most)) + 16
        return min(room, most)
    }
}
