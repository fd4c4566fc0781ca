import DecantCore
import DecantDocument

/// What the scanner had made of a text when it stopped: containers may still be open.
struct PartialJSONDocument {
    let document: FlatDocument
    let parent: Int?
    let members: Int

    /// The way from the top down to the innermost open container, or to the value in it that was begun last.
    func path(toValue: Bool) -> [CodingPathComponent] {
        guard let parent else { return [] }
        var path: [CodingPathComponent] = []
        if toValue { path.append(component(of: document.count, in: parent, members: members)) }
        var child = parent
        while document[child].end != Int(UInt32.max) {
            let container = document[child].end
            path.append(component(of: child, in: container, members: document[container].count))
            child = container
        }
        return path.reversed()
    }

    /// The step to a child that is the last one of its container so far: its name stands right before it.
    private func component(of child: Int, in container: Int, members: Int) -> CodingPathComponent {
        guard document[container].kind == .object, document[child - 1].kind.isString else {
            return .index(max(0, members - 1))
        }
        return .key(document.string(at: child - 1))
    }
}
