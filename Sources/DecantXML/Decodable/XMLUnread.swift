// A type that does not ask for a member leaves it out, as with any decoder. This is about what a type asked for and is not given:
// the second element of a name of which a value is made, text beside the elements of a list, a list in an element of its own
// that is read as if that element were the list's only one. The value is made, and a finding reports it.

import DecantCore

/// A record of the parts that decoding ignored although a type asked for them.
struct XMLUnread {
    /// The limit on the number of records; there may be as many as elements.
    static let limit = 32

    /// The number of elements compared one by one to find another one of the same name, for each node of a document.
    static let effort = 4

    /// The first text beside elements, by the element that it is in.
    var texts: [Int: Int] = [:]

    /// The elements with elements in them whose text was read.
    var readTexts: Set<Int> = []

    /// The first element or attribute after the one that was read.
    var repetitions: [XMLLocation] = []

    /// The elements of which nothing was read.
    var wholes: [Int] = []

    /// The number of elements that may still be compared one by one.
    var effort: Int

    /// The element in which names were compared last, and a bit for each name that may be in it more than once.
    var namesElement = -1
    var repeatedNames: UInt64 = 0
}

extension XMLDecodingState {
    /// Records that a value is made of the first of several elements with its name.
    func noteRepetition(of location: XMLLocation) {
        if location.kind == .named { findRepetition(of: location) }
    }

    @inline(never)
    private func findRepetition(of location: XMLLocation) {
        let record = storage.nodes[location.number]
        let outer = storage.nodes[record.parent]
        guard record.end < outer.end, unread.repetitions.count < XMLUnread.limit else { return }
        if !convertsNames {
            if unread.namesElement != record.parent { findRepeatedNames(in: record.parent) }
            guard unread.repeatedNames & nameBit(record) != 0 else { return }
            var node = record.end
            var effort = unread.effort
            while node < outer.end, effort > 0 {
                let other = storage.nodes[node]
                if other.kind == .element, isSame(record.name, other.name, location.form, outer.namespace) {
                    return noteRepetition(XMLLocation(.named, node, level: Int(location.level)))
                }
                node = other.end
                effort -= 1
            }
            unread.effort = effort
            guard node < outer.end else { return }
        }
        let table = elementTable(of: record.parent, location.form, Int(location.level) - 1)
        if let next = table.next(after: location.number) {
            noteRepetition(XMLLocation(.named, next, level: Int(location.level)))
        }
    }

    /// Determines which names of elements in an element may be there more than once.
    private func findRepeatedNames(in element: Int) {
        let end = storage.nodes[element].end
        var node = element + 1
        var effort = unread.effort
        var (names, repeated) = (0 as UInt64, 0 as UInt64)
        while node < end, effort > 0 {
            let record = storage.nodes[node]
            if record.kind == .element {
                let name = nameBit(record)
                repeated |= names & name
                names |= name
            }
            node = record.end
            effort -= 1
        }
        unread.effort = effort
        unread.namesElement = element
        unread.repeatedNames = node < end ? .max : repeated
    }

    /// A bit that elements of the same local name have in common.
    private func nameBit(_ record: XMLNode) -> UInt64 {
        let name = record.name.local
        let first = storage.stores.withBytes(name) { $0.isEmpty ? 0 : Int($0[0]) }
        return 1 << UInt64(truncatingIfNeeded: (name.count &* 7 &+ first) & 63)
    }

    /// Records an element or attribute that is not part of a value, since another one of its name is.
    func noteRepetition(_ location: XMLLocation) {
        let isKnown = unread.repetitions.contains { $0.kind == location.kind && $0.index == location.index }
        if !isKnown, unread.repetitions.count < XMLUnread.limit { unread.repetitions.append(location) }
    }

    /// Records the text between the elements in an element, of which a list or a choice is made.
    func noteTexts(in element: Int) {
        guard unread.texts.count < XMLUnread.limit, unread.texts[element] == nil else { return }
        var node = element + 1
        while node < storage.nodes[element].end {
            if isText(node), firstElement(in: element) != nil {
                unread.texts[element] = node
                return
            }
            node = storage.nodes[node].end
        }
    }

    /// Returns whether a node is text that is not only white space.
    func isText(_ node: Int) -> Bool {
        let record = storage.nodes[node]
        return record.kind.isText && !storage.stores.isWhitespace(record.text)
    }

    /// Records that nothing was read of the only element of a list, which has elements in it.
    @inline(never)
    func noteWhole(_ location: XMLLocation) {
        guard firstElement(in: location.number) != nil, !unread.readTexts.contains(location.number) else { return }
        guard !hasEntered(location), unread.wholes.count < XMLUnread.limit else { return }
        unread.wholes.append(location.number)
    }

    /// The findings about the recorded parts.
    func findings() -> [Finding] {
        var findings = unread.repetitions.map { location in
            let name = storage.stores.string(name(of: location).slice).printable
            let kind = location.kind == .attribute ? "attribute" : "element"
            let message = "ignored another \(kind) “\(name)”; the value has the first one"
            return finding(.duplicateKey, message, at: offset(of: location))
        }
        for (element, text) in unread.texts where !unread.readTexts.contains(element) {
            let location = XMLLocation(.text, text, level: 0)
            let message =
                "ignored the text \(description(of: location)) between the elements of \(quotedName(of: element))"
            findings.append(finding(.unreadContent, message, at: offset(of: location)))
        }
        for element in unread.wholes {
            let inner = firstElement(in: element).map { quotedName(of: $0) } ?? ""
            let message = "ignored all of \(quotedName(of: element)); decode a list with a type "
            let hint = "that has a key for \(inner)"
            findings.append(finding(.unreadContent, message + hint, at: storage.nodes[element].offset))
        }
        return findings.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
    }

    private func finding(_ code: Finding.Code, _ message: String, at offset: Int) -> Finding {
        Finding(code, .warning, message, offset: storage.source.sourceOffset(of: offset))
    }

    private func quotedName(of element: Int) -> String {
        "“\(storage.stores.string(storage.nodes[element].name.slice).printable)”"
    }
}
