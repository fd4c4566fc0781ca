import DecantCore
import DecantJSON
import DecantText
import FuzzSupport
import HTTPTypes

/// Reads JSON with the options in the first three bytes, and with the default options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = JSONChoice(&input)
    let body = input.body
    if let json = read(body, choice.options, choice.limits) {
        examineLimits(json, choice)
        JSONInvariants(json).run(hasQuirks: !choice.options.quirks.isEmpty)
    }
    compareChunks(input.rest, choice)
    examineFailure(body, choice.options)
    if let json = compareWithGrammar(input.rest) {
        compareEncodings(json)
        compareNullRemoval(json, body)
        compareDuplicates(json, body)
    }
    return 0
}

/// Reads a text in every way, and checks that all results agree.
private func read(_ body: ResponseBytes, _ options: JSON.Options, _ limits: Limits) -> JSON? {
    let json = parsed(body, options, limits)
    var serializer = JSONResponseSerializer(options: options).limits(limits).acceptingAnyMediaType()
    serializer.handling.configuration.treatsWhitespaceAsEmpty = false
    do throws(ResponseError) {
        let same = try serializer.value(of: body, for: ResponseContext(mediaType: nil))
        assure(json != nil || body.isEmpty, "only the serializer accepts a text")
        if let json { assureEqual(JSONEvent.events(of: same), JSONEvent.events(of: json), "the serializer reads") }
    } catch {
        error.examine(bodyCount: body.count)
        assure(json == nil, "the serializer refuses a text: \(error)")
    }
    return json
}

func parsed(_ body: ResponseBytes, _ options: JSON.Options = JSON.Options(), _ limits: Limits = Limits()) -> JSON? {
    do throws(ResponseError) {
        return try JSON(parsing: body, options: options, limits: limits)
    } catch {
        error.examine(bodyCount: body.count)
        return nil
    }
}

private func examineLimits(_ json: JSON, _ choice: JSONChoice) {
    let events = JSONEvent.events(of: json)
    var depth = 0
    var nodes = 0
    for event in events {
        switch event {
        case .beginArray, .beginObject:
            depth += 1
            nodes += 1
            assure(depth <= choice.limits.jsonDepth, "deeper than the limit")
        case .endArray, .endObject: depth -= 1
        case .number(let text):
            nodes += 1
            // A number in a form outside the JSON grammar may be written as a double, which can be longer than the
            // original.
            let isAsWritten = !choice.options.quirks.contains(.numberForms)
            assure(!isAsWritten || text.utf8.count <= choice.limits.jsonNumberBytes, "a number longer than the limit")
        default: nodes += 1
        }
    }
    assure(nodes <= choice.limits.jsonNodes, "\(nodes) nodes, \(choice.limits.jsonNodes) are allowed")
    assure(choice.options.allowsFragments || json.kind == .array || json.kind == .object, "a fragment is accepted")
}

/// Reads the text as the body of a response with an error status, after what servers put before and around JSON.
private func examineFailure(_ body: ResponseBytes, _ options: JSON.Options) {
    var head = HTTPResponse(status: .badRequest)
    head.headerFields[.contentType] = "application/problem+json"
    let serializer = JSONResponseSerializer(options: options).failure(.problemDetails).removingByteOrderMark()
        .removingXSSIPrefix().removingTextBeforeDocument().removingJSONPCallback()
    do throws(ResponseError) {
        _ = try serializer.value(of: body, for: ResponseContext(head))
        fatalError("a bad status is accepted")
    } catch {
        error.examine(bodyCount: body.count)
        assureEqual(error.code, .unacceptableStatus, "a bad status is always the primary reason")
    }
}

/// Checks that the library accepts exactly what the grammar accepts, and reads the same values.
private func compareWithGrammar(_ bytes: [UInt8]) -> JSON? {
    // A byte-order mark or a leading zero byte makes it UTF-16 or UTF-32.
    guard isPlain(bytes), bytes.count <= 8192 else { return nil }
    let json = parsed(ResponseBytes(bytes), JSON.Options(), .unlimited)
    let events = PlainJSONReader.events(of: bytes)
    assureEqual(json.map(JSONEvent.events), events, "the library and the grammar read \(bytes)")
    return json
}

/// Returns whether a text has no byte-order mark and no leading zero bytes that indicate an encoding.
private func isPlain(_ bytes: [UInt8]) -> Bool {
    !bytes.starts(with: [0xEF, 0xBB, 0xBF]) && !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF])
        && !bytes.prefix(4).contains(0)
}

/// Checks that a text long enough for chunked parsing gives the result or the error of one-step parsing.
private func compareChunks(_ bytes: [UInt8], _ choice: JSONChoice) {
    guard choice.options.text.charset == nil, !choice.options.text.replacesMalformed, isPlain(bytes) else { return }
    guard bytes.count < 2048 else { return }
    let spaces = 2048
    let short = Outcome(bytes, choice)
    let long = Outcome([UInt8](repeating: 0x20, count: spaces) + bytes, choice)
    assureEqual(long.events, short.events, "a text read chunk by chunk")
    assureEqual(long.offset.map { $0 - spaces }, short.offset, "the offset of an error in a text read chunk by chunk")
    assureEqual(long.message, short.message, "an error in a text read chunk by chunk")
}

/// The result of reading a text: its events, or the contents of its error.
private struct Outcome {
    var events: [JSONEvent]?
    var offset: Int?
    var message: String?

    init(_ bytes: [UInt8], _ choice: JSONChoice) {
        do throws(ResponseError) {
            events = JSONEvent.events(
                of: try JSON(parsing: ResponseBytes(bytes), options: choice.options, limits: choice.limits)
            )
        } catch {
            offset = error.offset
            message = "\(error.code) \(error.message) \(error.path) \(error.hint ?? "")"
        }
    }
}

/// Checks that a text means the same in UTF-16 and UTF-32, with and without a byte-order mark.
private func compareEncodings(_ json: JSON) {
    let text = json.text()
    let units = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let wide = text.unicodeScalars.flatMap { scalar in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
    }
    for bytes in [[0xFF, 0xFE] + units, units, wide, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
        assureEqual(parsed(ResponseBytes(bytes), JSON.Options(), .unlimited), json, "the text in another encoding")
    }
}

/// Checks that removing nulls during parsing and afterwards gives the same result.
private func compareNullRemoval(_ json: JSON, _ body: ResponseBytes) {
    var options = JSON.Options()
    options.removesNullMembers = true
    for removesElements in [false, true] {
        options.removesNullElements = removesElements
        let removed = json.removingNulls(elements: removesElements)
        assureEqual(
            parsed(body, options, .unlimited).map(JSONEvent.events),
            JSONEvent.events(of: removed),
            "without nulls"
        )
        JSONInvariants(removed).run(hasQuirks: false)
    }
}

/// Checks that a text is rejected for duplicate names if and only if it has some.
private func compareDuplicates(_ json: JSON, _ body: ResponseBytes) {
    var options = JSON.Options()
    options.rejectsDuplicateKeys = true
    let isAccepted = parsed(body, options, .unlimited) != nil
    assureEqual(isAccepted, !JSONEvent.hasDuplicates(JSONEvent.events(of: json)), "names that come twice")
}
