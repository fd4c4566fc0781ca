/// The steps through a node and all that is in it: the one way in which nodes are walked, printed, compared and hashed.
///
/// Where an element ends is found by the numbers of the nodes, so that depth costs neither memory nor stack.
struct XMLSteps {
    /// The node to come, unless the innermost open one ends before.
    private var index: Int

    /// The open nodes, as a number: the innermost one is a node's parent or the node itself.
    private var open: Int

    /// The node around all of it.
    private let outside: Int

    /// How many nodes are open.
    private(set) var depth = 0

    /// Whether there is nothing more.
    private var isDone = false

    /// Begins at a node.
    init(from index: Int) {
        self.index = index
        // No node of what is walked has this number.
        outside = -1
        open = outside
    }

    /// The next step.
    ///
    /// - Parameter nodes: The nodes.
    /// - Returns: The node, and whether it ends here; nil behind the last step.
    mutating func next(in nodes: borrowing [XMLNode]) -> (index: Int, isEnd: Bool)? {
        if open != outside, nodes[open].end == index {
            let ended = open
            depth -= 1
            open = depth == 0 ? outside : nodes[ended].parent
            isDone = depth == 0
            return (ended, true)
        }
        guard !isDone else { return nil }
        let begun = index
        index += 1
        if nodes[begun].kind.isContainer {
            open = begun
            depth += 1
        } else {
            isDone = depth == 0
        }
        return (begun, false)
    }
}
