import DecantCore

/// What the scanner had made of a text when it stopped: containers may still be open.
struct PartialJSONDocument {
    let document: JSONDocument
    let parent: Int?
    let members: Int

    /// The way from the top down to the innermost open container, or to the value in it that was begun last.
    func path(toValue: Bool) -> [CodingPathComponent] {
        guard let parent else { return [] }
        var path: [CodingPathComponent] = []
        if toValue { path.append(component(of: document.nodes.count, in: parent, members: members)) }
        var child = parent
        while document.nodes[child].end != Int(UInt32.max) {
            let container = document.nodes[child].end
            path.append(component(of: child, in: container, members: document.nodes[container].count))
            child = container
        }
        return path.reversed()
    }

    /// The step to a child that is the last one of its container so far: its name stands right before it.
    private func component(of child: Int, in container: Int, members: Int) -> CodingPathComponent {
        guard document.kind(of: container) == .object, document.kind(of: child - 1).isString else {
            return .index(max(0, members - 1))
        }
        return .key(document.string(at: child - 1))
    }
}
