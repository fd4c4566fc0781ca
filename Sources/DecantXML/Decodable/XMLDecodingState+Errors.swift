// Errors are made as `DecodingError`, which is what `init(from:)` of a user's type may catch. What `ResponseError` says
// beyond it is added where decoding ends (XMLDecodingState+Failure.swift).

import DecantCore

extension XMLDecodingState {
    /// The error for a place that is nil or not of the type that was expected.
    @inline(never)
    func mismatch(_ type: Any.Type, _ place: XMLDecodedPlace) -> DecodingError {
        let message = "expected \(Self.text(of: type)), found \(description(of: place))"
        let context = DecodingError.Context(codingPath: path(to: place), debugDescription: message)
        return isNil(place) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a number that the type does not hold.
    @inline(never)
    func numberMismatch(_ type: Any.Type, _ place: XMLDecodedPlace) -> DecodingError {
        let message = "expected \(type), found the number \(excerpt(of: place))"
        let path = path(to: place)
        return .dataCorrupted(.init(codingPath: path, debugDescription: message, underlyingError: NumberDoesNotFit()))
    }

    /// The error for a key that means nothing in an element.
    @inline(never)
    func missing(_ key: some CodingKey, _ keyPlace: XML.KeyPlace, in place: XMLDecodedPlace) -> DecodingError {
        let name = key.stringValue
        let isAttribute = keyPlace == .attribute || name.utf8.first == UInt8(ascii: "@")
        let things = isAttribute ? "attribute" : keyPlace == .element ? "element" : "element or attribute"
        let text = isAttribute && name.utf8.first == UInt8(ascii: "@") ? String(name.dropFirst()) : name
        let message = "no \(things) “\(text)” in \(elementName(of: place))"
        return .keyNotFound(key, .init(codingPath: path(to: place), debugDescription: message))
    }

    /// The error for an element beyond the last one.
    @inline(never)
    func atEnd(_ type: Any.Type, _ place: XMLDecodedPlace, position: Int) -> DecodingError {
        let path = path(to: place) + [DocumentKey(intValue: position)]
        let message = "expected another element, found the end of the list"
        return .valueNotFound(type, .init(codingPath: path, debugDescription: message))
    }

    private static func text(of type: Any.Type) -> String {
        if type == [Any].self { return "a list" }
        if type == [String: Any].self { return "an element" }
        return "\(type)"
    }

    /// The name of the element that a place is, in quotation marks.
    func elementName(of place: XMLDecodedPlace) -> String {
        "“\(storage.stores.string(storage.nodes[element(around: place)].name.slice))”"
    }

    /// What stands at a place, in words.
    func description(of place: XMLDecodedPlace) -> String {
        if isNil(place) { return "nil (xsi:nil)" }
        if place.kind.isElement, firstElement(in: place.number) != nil {
            return "elements in \(elementName(of: place))"
        }
        let text = excerpt(of: place)
        guard text.isEmpty else { return "“\(text)”" }
        return place.kind.isElement ? "an empty element" : "an empty attribute"
    }

    /// The beginning of the text of a place.
    private func excerpt(of place: XMLDecodedPlace) -> String {
        let text = parse(place) { bytes -> String? in
            let range = bytes.trimmedRange
            guard range.count > 160 else { return bytes.extracting(range).string }
            return bytes.extracting(range.lowerBound..<range.lowerBound + 160).string
        }
        guard let text, text.count > 40 else { return text ?? "" }
        return "\(text.prefix(40))…"
    }
}
