// Members that a type does not request are ignored, as with any decoder. This file covers content that a type requested
// but does not receive: repetitions of an element that is decoded as a single value, text beside the elements of a
// list, and a wrapper element decoded as the only item of a list. The value is created, and a finding reports the
// ignored content.

import DecantCore

/// A record of the content that decoding ignored although a type requested it.
struct XMLUnread {
    /// The maximum number of records of each kind.
    ///
    /// Without a limit, there could be as many records as elements.
    static let limit = 32

    /// The number of one-by-one comparisons allowed per node of the document when searching for repeated names.
    static let effort = 4

    /// The first text beside elements, by parent element.
    var texts: [Int: Int] = [:]

    /// The elements with mixed content whose text was read.
    var readTexts: Set<Int> = []

    /// The elements and attributes that follow another one with the same name, where only the first was read.
    var repetitions: [XMLLocation] = []

    /// The elements whose content was ignored entirely.
    var wholes: [Int] = []

    /// The number of one-by-one comparisons left.
    var effort: Int

    /// The element whose names were compared last, and a bit for each name that it may contain more than once.
    var namesElement = -1
    var repeatedNames: UInt64 = 0
}

extension XMLDecodingState {
    /// Records that a value is decoded from the first of several elements with the same name.
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

    /// Finds the names that may occur more than once among the children of an element.
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

    /// Returns a bit that depends only on the local name of an element.
    private func nameBit(_ record: XMLNode) -> UInt64 {
        let name = record.name.local
        let first = storage.stores.withBytes(name) { $0.isEmpty ? 0 : Int($0[0]) }
        return 1 << UInt64(truncatingIfNeeded: (name.count &* 7 &+ first) & 63)
    }

    /// Records an element or attribute that was ignored because another one with its name was read.
    func noteRepetition(_ location: XMLLocation) {
        let isKnown = unread.repetitions.contains { $0.kind == location.kind && $0.index == location.index }
        if !isKnown, unread.repetitions.count < XMLUnread.limit { unread.repetitions.append(location) }
    }

    /// Records the text between the child elements of an element that was decoded as a list or a choice.
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

    /// Returns whether a node is text other than whitespace.
    func isText(_ node: Int) -> Bool {
        let record = storage.nodes[node]
        return record.kind.isText && !storage.stores.isWhitespace(record.text)
    }

    /// Records that the content of the only element of a list was ignored, if the element contains other elements.
    @inline(never)
    func noteWhole(_ location: XMLLocation) {
        guard firstElement(in: location.number) != nil, !unread.readTexts.contains(location.number) else { return }
        guard !hasEntered(location), unread.wholes.count < XMLUnread.limit else { return }
        unread.wholes.append(location.number)
    }

    /// Returns the findings about the ignored content.
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
