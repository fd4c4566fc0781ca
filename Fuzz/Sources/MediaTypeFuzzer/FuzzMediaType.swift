import DecantCore
import FuzzSupport
import HTTPTypes

/// Reads the lines of a text as media types, as patterns, and as the `Content-Type` fields of one response.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMediaType(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = FuzzInput(start, count).text
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let mediaTypes = lines.prefix(8).compactMap(examinedMediaType)
    let patterns = lines.prefix(8).compactMap(examinedPattern)
    for pattern in patterns {
        for mediaType in mediaTypes { examine(pattern, with: mediaType) }
    }
    examineDeclaration(lines)
    examineValidation(of: lines, accepting: patterns)
    return 0
}

private func examinedMediaType(_ text: String) -> ResponseMediaType? {
    guard let mediaType = ResponseMediaType(parsing: text) else { return nil }
    assureEqual(
        ResponseMediaType(parsing: mediaType.description),
        mediaType,
        "a media type does not survive being written"
    )
    assureEqual(mediaType.canonical.canonical, mediaType.canonical, "the canonical type has another canonical type")
    assureEqual(mediaType.withoutParameters.description, mediaType.essence, "a type without parameters is its essence")
    assureEqual(mediaType.charset, mediaType["charset"], "the charset is a parameter")
    assure(mediaType.suffix?.isEmpty != true, "an empty suffix in \(mediaType)")
    assure(Set(mediaType.parameters.map(\.key)).count == mediaType.parameters.count, "a parameter comes twice")
    // Patterns come from programs, not from responses; matching searches for each of their parameters.
    guard mediaType.parameters.count < 50 else { return mediaType }
    assure(MediaTypePattern(mediaType).matches(mediaType), "\(mediaType) does not match itself")
    return mediaType
}

private func examinedPattern(_ text: String) -> MediaTypePattern? {
    guard text.utf8.count < 1000, let pattern = MediaTypePattern(parsing: text) else { return nil }
    let again = MediaTypePattern(parsing: pattern.description)
    assureEqual(again?.description, pattern.description, "a pattern does not survive being written")
    assureEqual(again, pattern, "a pattern is another one once written")
    return pattern
}

private func examine(_ pattern: MediaTypePattern, with mediaType: ResponseMediaType) {
    assureEqual(pattern.matches(mediaType.canonical), pattern.matches(mediaType), "another match of the canonical type")
}

/// Checks that several lines are equivalent to one line with commas between them (Fetch §2.2.2).
private func examineDeclaration(_ lines: [String]) {
    let declared = ResponseMediaType(fieldValues: lines)
    let joined = ResponseMediaType(fieldValues: [lines.joined(separator: ",")])
    assureEqual(joined, declared, "several lines mean something else than one with commas")
    guard let mediaType = declared else { return }
    assureEqual(
        ResponseMediaType(fieldValues: [mediaType.description]),
        mediaType,
        "a declared media type is another one once written"
    )
}

/// Validates a response with the lines as `Content-Type` and `Content-Length`, and as the URL of its request.
private func examineValidation(of lines: [String], accepting patterns: [MediaTypePattern]) {
    var head = HTTPResponse(status: .ok)
    for line in lines {
        head.headerFields.append(HTTPField(name: .contentType, lenientValue: Array(line.utf8)))
        head.headerFields.append(HTTPField(name: .contentLength, lenientValue: Array(line.utf8)))
    }
    var serializer = DataResponseSerializer()
    serializer.handling.configuration.mediaTypes = patterns
    do throws(ResponseError) {
        let context = ResponseContext(head, url: lines.first)
        _ = try serializer.response(of: ResponseBytes(Array("body".utf8)), for: context)
    } catch {
        error.examine(bodyCount: 4)
    }
}
