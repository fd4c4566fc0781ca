import DecantCore
import DecantPropertyList
import TestSupport
import Testing

/// Reading a list without a reference to it, and without strings.
@Suite struct PropertyListCursorTests {
    private let list: PropertyList

    init() throws {
        let text = """
            <plist version="1.0"><dict>
            <key>id</key><integer>42</integer><key>ratio</key><real>0.5</real>
            <key>wide</key><integer>18446744073709551615</integer>
            <key>name</key><string>Zoë &amp; co</string><key>ok</key><true/><key>no</key><false/>
            <key>when</key><date>2001-01-01T00:00:10Z</date><key>bytes</key><data>AQID</data>
            <key>list</key><array><integer>1</integer><array><string>x</string></array></array>
            <key>a&#98;</key><string/><key>twice</key><integer>1</integer><key>twice</key><integer>2</integer>
            <key>uid</key><dict><key>CF$UID</key><integer>7</integer></dict><key>none</key><dict/>
            </dict></plist>
            """
        list = try PropertyList(parsing: ResponseBytes(text.utf8))
    }

    @Test func looksKeysAndElementsUp() {
        let cursor = list.cursor
        #expect(cursor["id"]?.int == 42)
        #expect(cursor["ab"]?.string == "")
        #expect(cursor["ID"]?.int == nil)
        #expect(cursor["twice"]?.int == 1)
        let key = "list"
        #expect(cursor[key]?[1]?[0]?.string == "x")
        #expect(cursor["list"]?[2]?.int == nil)
        #expect(cursor[0]?.int == nil)
        #expect(cursor["uid"]?.uid == 7)
    }

    @Test func looksUpWhileVisiting() {
        var found: [String] = []
        if var members = list.cursor.dictionary {
            let (count, last) = (members.count, members.value("twice")?.int)
            #expect(count == list.count && last == 1)
            while let member = members.next() {
                switch member.name {
                case "id", "ab": found.append("expected")
                case "twice": found.append("twice")
                default: break
                }
            }
            let first = members.value("id")?.int
            #expect(first == 42)
        }
        #expect(found == ["expected", "expected", "twice", "twice"])
    }

    @Test func lendsTheBytesOfDataAndText() {
        let cursor = list.cursor
        let last = cursor["bytes"]?.data?[2]
        #expect(last == 3)
        let name = cursor["name"]?.text?.withBytes { $0.count }
        #expect(name == "Zoë & co".utf8.count)
        let (none, text) = (cursor["id"]?.data?.count, cursor["bytes"]?.text?.isEmpty)
        #expect(none == nil && text == nil)
    }

    @Test func becomesAViewThatKeepsTheDocument() throws {
        func deep() throws -> PropertyList? {
            let other = try PropertyList(parsing: "<plist><array><string>kept</string></array></plist>".utf8)
            guard let value = other.cursor[0] else { return nil }
            return PropertyList(value)
        }
        #expect(try deep()?.string == "kept")
    }

    @Test func agreesWithTheOwnedViewAndTheTree() throws {
        try expectAgreement(list.cursor, list, PropertyList.Value(list))
    }

    @Test(
        "Agrees with the owned view and the tree on all files",
        .enabled(if: CorpusFolder("plist") != nil, "DECANT_CORPORA is not set")
    )
    func agreesWithTheOwnedViewAndTheTreeOnAll() throws {
        let folder = try #require(CorpusFolder("plist"))
        var count = 0
        for row in PropertyListCorpus.rows where row.isAccepted {
            let list = try PropertyList(parsing: ResponseBytes(folder.bytes(of: row.path)), options: row.options)
            try expectAgreement(list.cursor, list, PropertyList.Value(list))
            count += 1
        }
        #expect(count > 100)
    }
}

/// Expects that a value is the same, read by a cursor, by views, and as a tree; the depth is bounded by the parser.
private func expectAgreement(
    _ cursor: borrowing PropertyList.Cursor,
    _ list: PropertyList,
    _ tree: PropertyList.Value
) throws {
    #expect(cursor.kind == list.kind)
    #expect(cursor.count == list.count)
    #expect(cursor.bool == list.bool)
    #expect(cursor.string == list.string)
    #expect(cursor.int == list.int)
    #expect(cursor.integer(as: Int128.self) == list.integer(as: Int128.self))
    #expect(cursor.double?.bitPattern == list.double?.bitPattern)
    #expect(cursor.secondsSinceReferenceDate == list.secondsSinceReferenceDate)
    #expect(cursor.uid == list.uid)
    var data: [UInt8]?
    if let bytes = cursor.data { data = bytes.indices.map { bytes[$0] } }
    #expect(data == list.data)
    let text = cursor.text?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(text == list.string.map { Array($0.utf8) })
    switch cursor.kind {
    case .string: #expect(tree == cursor.string.map { .string($0) })
    case .integer:
        let integer = cursor.integer(as: Int128.self)
        #expect(tree == integer.map { .wideInteger(high: Int64($0 >> 64), low: UInt64(truncatingIfNeeded: $0)) })
    case .real: #expect(tree == cursor.double.map { .real($0) })
    case .boolean: #expect(tree == cursor.bool.map { .boolean($0) })
    case .date: #expect(tree == cursor.secondsSinceReferenceDate.map { .date(secondsSinceReferenceDate: $0) })
    case .data: #expect(tree == data.map { .data($0) })
    case .uid: #expect(tree == cursor.uid.map { .uid($0) })
    case .array:
        guard case .array(let values) = tree, let views = list.array.map(Array.init) else {
            Issue.record("\(tree) is not an array")
            return
        }
        try expectAgreement(cursor.array, views, values)
    case .set:
        guard case .set(let values) = tree, let views = list.set.map(Array.init) else {
            Issue.record("\(tree) is not a set")
            return
        }
        try expectAgreement(cursor.set, views, values)
    case .dictionary:
        guard case .dictionary(let values) = tree, let views = list.dictionary.map(Array.init),
            var members = cursor.dictionary
        else {
            Issue.record("\(tree) is not a dictionary")
            return
        }
        #expect(views.count == values.count)
        for (view, value) in zip(views, values) {
            guard let member = members.next() else { break }
            let isSame = member.name == view.key
            #expect(isSame && view.key == value.key)
            try expectAgreement(member, view.value, value.value)
        }
        let extra = members.next()?.count
        #expect(extra == nil)
    }
}

private func expectAgreement(
    _ elements: consuming PropertyList.Cursor.Values?,
    _ views: [PropertyList],
    _ values: [PropertyList.Value]
) throws {
    guard var elements else {
        Issue.record("no elements")
        return
    }
    #expect(views.count == values.count)
    for (view, value) in zip(views, values) {
        guard let element = elements.next() else { break }
        try expectAgreement(element, view, value)
    }
    let extra = elements.next()?.count
    #expect(extra == nil)
}
