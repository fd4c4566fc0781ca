// Errors are created as `DecodingError`, because a user's `init(from:)` may catch them. At the end of decoding,
// `failure(_:)` converts them into a `ResponseError` with a position and a hint.

import DecantCore
import DecantDocument

extension XMLDecodingState {
    @inline(never)
    func mismatch(_ type: Any.Type, _ location: XMLLocation) -> DecodingError {
        let message = "expected \(Self.text(of: type)), but found \(description(of: location))"
        let context = DecodingError.Context(codingPath: path(to: location), debugDescription: message)
        return isNil(location) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    @inline(never)
    func numberMismatch(_ type: Any.Type, _ location: XMLLocation) -> DecodingError {
        let message = "expected \(type), but found the number \(excerpt(of: location)), which does not fit"
        return dataCorrupted(message, location, because: NumberDoesNotFit())
    }

    func dataCorrupted(_ message: String, _ location: XMLLocation, because cause: any Error) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(to: location), debugDescription: message, underlyingError: cause))
    }

    @inline(never)
    func missing(_ key: some CodingKey, in location: XMLLocation) -> DecodingError {
        let name = key.stringValue
        let isAttribute = name.hasPrefix("@")
        let element = Self.elementName(in: name)
        let things = isAttribute ? "attribute" : element == nil ? "element or attribute" : "element"
        let text = element ?? name.dropFirst(isAttribute ? 1 : 0)
        let message = "no \(things) “\(text)” in \(elementName(of: location))"
        return .keyNotFound(key, .init(codingPath: path(to: location), debugDescription: message))
    }

    @inline(never)
    func atEnd(_ type: Any.Type, _ location: XMLLocation, position: Int) -> DecodingError {
        let path = path(to: location) + [DocumentKey(intValue: position)]
        let message = "expected another element, but found the end of the list"
        return .valueNotFound(type, .init(codingPath: path, debugDescription: message))
    }

    private static func text(of type: Any.Type) -> String {
        if type == [Any].self { return "a list" }
        if type == [String: Any].self { return "an element" }
        return "\(type)"
    }

    func elementName(of location: XMLLocation) -> String {
        "“\(storage.stores.string(storage.nodes[element(around: location)].name.slice))”"
    }

    func description(of location: XMLLocation) -> String {
        if isNil(location) { return "nil (xsi:nil)" }
        if location.kind.isElement, firstElement(in: location.number) != nil {
            return "elements in \(elementName(of: location))"
        }
        let text = excerpt(of: location)
        guard text.isEmpty else { return "“\(text)”" }
        return location.kind.isElement ? "an empty element" : "an empty attribute"
    }

    private func excerpt(of location: XMLLocation) -> String {
        let text = parse(location) { $0.extracting(first: 160).text }
        guard let text, text.count > 40 else { return text ?? "" }
        return "\(text.prefix(40))…"
    }
}

extension XMLDecodingState {
    /// Converts any decoding error into a response error with the path from the root element and the position in the
    /// text.
    func failure(_ error: any Error) -> ResponseError {
        if let error = error as? ResponseError { return error }
        guard let error = error as? DecodingError else {
            return self.error(.dataCorrupted, "\(error)", at: storage.nodes[top].offset, []).caused(by: error)
        }
        let (code, context) = error.reported
        let location = location(of: context.codingPath)
        var (offset, hint): (Int, Hint?) = (offset(of: location), nil)
        if case .keyNotFound(let key, _) = error {
            offset = storage.nodes[element(around: location)].offset
            hint = memberHint(for: location, without: key)
        }
        if case .typeMismatch(let type, _) = error, type == Bool.self, parse(location, { $0.writtenBoolean }) != nil,
            !conversions.contains(.scalarsToBooleans)
        {
            hint = Hint(nil, DecodingOptions.Conversions.scalarsToBooleans.remedy())
        }
        let failure = self.error(code, context.debugDescription, at: offset, context.codingPath, hint: hint)
        return failure.caused(by: error.cause)
    }

    /// Creates an error with its position in the text and its path from the root element.
    func error(
        _ code: ResponseError.Code,
        _ message: String,
        at offset: Int,
        _ path: [any CodingKey],
        hint: Hint? = nil
    ) -> ResponseError {
        let path = components(of: pathToTop() + path)
        return ResponseError(code, message, at: .text(offset, storage.source), path: path, hint: hint)
    }

    /// Records that a value was converted.
    ///
    /// - Parameter result: The description of the result, such as `true`.
    func recordConversion(of location: XMLLocation, to result: @autoclosure () -> String) {
        report(.convertedValue, location) { "converted \(description(of: location)) to \(result())" }
    }

    @inline(never)
    func report(
        _ code: Finding.Code,
        _ location: XMLLocation,
        appending key: (any CodingKey)? = nil,
        _ message: () -> String
    ) {
        if leniences == nil { leniences = Leniences() }
        leniences?.report(code) {
            let path = components(of: pathToTop() + path(to: location) + [key].compactMap(\.self))
            let offset = storage.source.sourceOffset(of: offset(of: location))
            return Leniences.finding(code, message(), path, offset: offset)
        }
    }

    /// Skips an element of a list, or rethrows its error if the options do not allow to skip it.
    func skip(_ item: XMLLocation, of list: XMLLocation, because error: any Error) throws {
        guard skipped != nil else { throw error }
        let path = path(to: list)
        guard let entry = skipped?.entry(for: fromStart(path)) else { throw error }
        let top = components(of: pathToTop())
        try skipped?.skip(Int(item.position), of: entry, because: error, path: path, under: top) {
            storage.source.sourceOffset(of: offset(of: item))
        }
    }

    /// Records that decoding reached a list, if elements of some lists may be skipped.
    func recordList(at location: XMLLocation) {
        guard skipped?.hasUnusedPaths == true else { return }
        skipped?.recordArray(at: fromStart(path(to: location)))
    }

    /// Records that decoding reached a list without elements.
    func recordList(named name: String, in location: XMLLocation) {
        guard skipped?.hasUnusedPaths == true else { return }
        skipped?.recordArray(at: fromStart(path(to: location) + [DocumentKey(stringValue: name)]))
    }

    /// Returns the findings about the paths of `.skippingBadElements(at:)` that led to no list.
    func unusedPaths() -> [Finding] {
        guard let skipped, skipped.hasUnusedPaths else { return [] }
        let offset = storage.source.sourceOffset(of: offset(of: start ?? topLocation))
        return skipped.unusedPaths(under: pathToStart, at: offset)
    }

    /// Adds a hint about skipped elements to an error.
    func completed(_ failure: ResponseError) -> ResponseError {
        skipped?.completed(failure, under: pathToStart) ?? failure
    }

    private var pathToStart: [CodingPathComponent] {
        components(of: pathToTop() + (start.map { path(to: $0) } ?? []))
    }

    /// Returns a path from the top without its first step, which leads to the start of decoding if that is not the top.
    private func fromStart(_ path: [any CodingKey]) -> [any CodingKey] {
        start == nil ? path : Array(path.dropFirst())
    }

    private func components(of path: [any CodingKey]) -> [CodingPathComponent] {
        path.compactMap { $0.stringValue.isEmpty && $0.intValue == nil ? nil : CodingPathComponent($0) }
    }

    /// The path from the root element to the element where decoding began.
    private func pathToTop() -> [any CodingKey] {
        var elements: [Int] = []
        var node = top
        while node != storage.root, node != 0 {
            elements.append(node)
            node = storage.nodes[node].parent
        }
        return elements.reversed().flatMap { steps(to: $0) }.map { step in
            step.kind == .listed
                ? DocumentKey(intValue: Int(step.position)) : DocumentKey(stringValue: writtenKey(of: step))
        }
    }

    /// Returns the location of a coding path.
    ///
    /// A user's type may have made up the last keys. The location is the last one that exists.
    private func location(of codingPath: [any CodingKey]) -> XMLLocation {
        var location = topLocation
        for key in codingPath {
            if let key = key as? XMLPathKey, key.identity === identity {
                location = key.location
            } else if let next = member(key, at: location) {
                location = next
            } else {
                return location
            }
        }
        return location
    }

    private func member(_ key: any CodingKey, at location: XMLLocation) -> XMLLocation? {
        let container = open(location)
        let isItem = location.kind == .child || location.kind == .text
        let chosen = isItem ? choose(key.stringValue, in: container) : nil
        return chosen ?? find(key.stringValue, in: container)
    }
}

// The coding path of a value is computed when an error or the user needs it.

/// A key of a coding path, with the location that it leads to.
private struct XMLPathKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    let location: XMLLocation
    let identity: XMLDecodingIdentity

    init(_ key: DocumentKey, _ location: XMLLocation, _ identity: XMLDecodingIdentity) {
        stringValue = key.stringValue
        intValue = key.intValue
        self.location = location
        self.identity = identity
    }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

/// An object that identifies one decoding.
final class XMLDecodingIdentity: Sendable {}

extension XMLDecodingState {
    func path(to location: XMLLocation) -> [any CodingKey] {
        var steps: [XMLLocation] = []
        var step = location
        while step.kind != .top {
            steps.append(step)
            step = containers[Int(step.outer)]
        }
        var path: [any CodingKey] = []
        for step in steps.reversed() { path.append(XMLPathKey(key(of: step, .path(path)), step, identity)) }
        return path
    }

    private func key(of step: XMLLocation, _ outer: XMLOuterPath) -> DocumentKey {
        switch step.kind {
        case .top: DocumentKey(stringValue: "")
        case .listed, .child, .word, .text: DocumentKey(intValue: Int(step.position))
        case .content, .ownText: DocumentKey(stringValue: Self.contentKeys[Int(step.position)])
        case .named, .own: DocumentKey(stringValue: keyText(of: step, outer))
        case .attribute: DocumentKey(stringValue: (step.isMarked ? "@" : "") + keyText(of: step, outer))
        }
    }

    private func keyText(of step: XMLLocation, _ outer: XMLOuterPath) -> String {
        let name = name(of: step)
        switch step.form {
        case .local: return key(for: name.local, in: outer)
        case .written: return key(for: name.slice, in: outer)
        case .expanded: return qualified(name, in: outer)
        }
    }

    func element(around location: XMLLocation) -> Int {
        switch location.kind {
        case .attribute: storage.owner(ofAttribute: location.number)
        case .word: element(around: words[location.number].owner)
        case .text, .ownText: storage.nodes[location.number].parent
        default: location.number
        }
    }

    /// Returns the steps to an element: its name, and its index if siblings have the same name.
    func steps(to element: Int) -> [XMLLocation] {
        let wanted = XMLKeyName(form: .written, text: storage.stores.string(storage.nodes[element].name.slice))
        let named = XMLLocation(.named, element, in: 0, form: options.usesQualifiedNames ? .written : .local)
        let siblings = storage.elements(of: storage.nodes[element].parent).filter {
            fit(of: storage.nodes[$0].name, to: wanted, own: .none) != .none
        }
        guard siblings.count > 1, let position = siblings.firstIndex(of: element) else { return [named] }
        return [named, XMLLocation(.listed, element, position: position, in: 0)]
    }
}

// The following hints explain a missing element or attribute. They consider only the first members of an element, so
// even those of large elements are short.

extension XMLDecodingState {
    /// The maximum number of attributes examined per element.
    private static let maxAttributes = 16

    /// Returns a hint that names the element or attribute probably meant by a missing key, or the members that exist.
    private func memberHint(for location: XMLLocation, without key: any CodingKey) -> Hint? {
        guard location.kind.isElement else { return nil }
        let limit = MemberNames.maxExamined
        let members = members(of: open(location), elements: limit, attributes: Self.maxAttributes)
        let name = elementName(of: location)
        guard !members.isEmpty else { return "\(name) has neither elements nor attributes" }
        if let hint = members.lazy.compactMap({ self.styleHint(for: $0, key.stringValue, location) }).first {
            return hint
        }
        if let hint = pathHint(members, to: key, in: location) { return hint }
        guard skipped?.isExhausted != true else { return nil }
        let isCut = members.count >= limit
        return MemberNames.hint(name, has: members.map { markedName(of: $0) }, unexamined: isCut ? nil : 0)
    }

    private func markedName(of member: XMLLocation) -> String {
        let name = name(of: member).slice
        return (member.kind == .attribute ? "@" : "") + storage.stores.string(name.prefix(min(name.count, 200)))
    }

    /// Returns a hint about a member whose name differs from a missing key only in style, with the conversion that
    /// produces the key.
    private func styleHint(for member: XMLLocation, _ key: String, _ location: XMLLocation) -> Hint? {
        let name = name(of: member)
        let local = storage.stores.string(name.local)
        let wanted = localName(in: key)
        guard NameStyle.isSame(local, wanted) else { return nil }
        let found = "\(elementName(of: location)) has \(MemberNames.quoted(markedName(of: member)))"
        let converted = self.key(for: name.local, in: .of(location))
        guard converted != wanted else { return nil }
        if !convertsNames, let strategy = DecodingOptions.Keys.conversion(of: local, to: wanted) {
            let text = "`.keys(.\(strategy))` reads it as “\(wanted)”"
            return Hint(found, Remedy(.option, "\(strategy)", text: text))
        }
        return "\(found), whose key is “\(converted)”, not “\(wanted)”"
    }

    /// Returns the part of a key that is compared with the names of members, without its namespace.
    private func localName(in key: String) -> String {
        let name = Self.elementName(in: key) ?? key.drop { $0 == "@" }
        return String(name.split { $0 == ":" || $0 == "}" }.last ?? "")
    }

    /// Reports that a key is absent although an element or attribute has it as its name, if the key of this member is
    /// not one of the type's keys.
    func recordAbsence<Key: CodingKey>(of key: Key, in container: XMLContainer) {
        let location = container.location
        guard location.kind.isElement, unmatched.isNew(key.stringValue, of: Key.self) else { return }
        let wanted = localName(in: key.stringValue)
        // Otherwise a member with this name would have been found.
        if memo == nil, conversion.key(for: wanted) == wanted { return }
        guard let member = member(written: wanted, of: container) else { return }
        let converted = self.key(for: name(of: member).local, in: .of(location))
        guard converted != wanted, self.key(of: member, in: .of(location)) as Key? == nil else { return }
        unmatched.add(
            key.stringValue,
            of: Key.self,
            member: "the \(member.kind == .attribute ? "attribute" : "element") \(MemberNames.quoted(wanted))",
            as: converted,
            memo == nil ? conversion : nil,
            offset: storage.source.sourceOffset(of: offset(of: member))
        )
    }

    /// Returns the first element or attribute with a local name; after a custom function, among the first ones.
    private func member(written name: String, of container: XMLContainer) -> XMLLocation? {
        let (element, limit) = (container.location.number, memo == nil ? Int.max : 4 * MemberNames.maxExamined)
        let node = storage.elements(of: element).prefix(limit).first {
            storage.stores.has(name, at: storage.nodes[$0].name.local)
        }
        if let node { return XMLLocation(.named, node, in: container.number) }
        let attribute = attributes(of: element).prefix(limit).first {
            storage.stores.has(name, at: storage.attributes[$0].name.local)
        }
        return attribute.map { XMLLocation(.attribute, $0, in: container.number) }
    }

    /// Returns a hint that names the path to the only element of the top element that has the missing member.
    private func pathHint(_ members: [XMLLocation], to key: any CodingKey, in location: XMLLocation) -> Hint? {
        let elements = members.filter { $0.kind == .named }
        guard location == topLocation, options.path == .root, elements.count < MemberNames.maxExamined else {
            return nil
        }
        let fitting = elements.filter { member(key, at: $0).map { $0.kind != .content } ?? false }
        guard fitting.count == 1 else { return nil }
        let name = storage.stores.string(self.name(of: fitting[0]).slice)
        guard let path = XML.Path(name), path.steps.count == 1, let step = path.steps.first,
            self.location(of: step, isAttribute: false)?.number == fitting[0].number
        else { return nil }
        let content = "has \(MemberNames.quoted(key.stringValue))"
        return MemberNames.hint(path: name, to: "the element", name, which: content)
    }
}
