import DecantCore

/// The number of references that each quirk accepts, with the first of each.
struct XMLAcceptedReferences {
    private struct Group {
        let quirk: XML.Quirks
        /// The first reference as written, such as `&nbsp;`.
        let first: String
        /// The offset of the first reference in the body as received.
        let offset: Int
        var count = 1
    }

    private var groups: [Group] = []

    /// Counts a reference, unless it is the first one that needs the quirk.
    mutating func counts(_ quirk: XML.Quirks) -> Bool {
        guard let index = groups.firstIndex(where: { $0.quirk == quirk }) else { return false }
        groups[index].count += 1
        return true
    }

    /// Records the first reference that needs a quirk.
    mutating func start(_ quirk: XML.Quirks, _ reference: String, at offset: Int) {
        groups.append(Group(quirk: quirk, first: reference, offset: offset))
    }

    /// One finding for each quirk.
    var findings: [Finding] {
        groups.map { group in
            let first = group.count == 1 ? ", “\(group.first)”" : ", the first of which is “\(group.first)”"
            let what =
                group.quirk == .htmlEntities
                ? "accepted \(group.count.counted("reference")) to entities of HTML"
                : "dropped \(group.count.counted("reference")) to control characters"
            return Finding(.quirk, .warning, "the text is not strict XML; \(what)\(first)", offset: group.offset)
        }
    }
}
