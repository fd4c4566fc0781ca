import DecantCore
import DecantJSON

/// The framing of the elements of one array inside a JSON document of any size.
///
/// The text around the array is kept, up to `Limits.bodyBytes`, and parsed at the end. If a name on the path
/// occurs more than once, its first member is used. Around elements, comments and trailing commas are accepted if the
/// options accept them, but no other syntax of JSON5.
struct JSONArrayFraming: JSONFraming {
    private var skeleton: JSONSkeleton
    private var extent: JSONExtent
    private var trivia: JSONTrivia
    private let acceptsTrailingCommas: Bool
    /// Whether a quirk between elements was reported.
    private var hasReported = false
    private var state = State.outside
    private(set) var rest: JSON?
    /// The current read offset in the document.
    private(set) var position = 0
    private(set) var item = 0..<0

    private enum State {
        /// Before or after the array.
        case outside
        /// Before the first element.
        case first
        /// Before an element, which is required.
        case element
        /// In an element.
        case value
        /// After an element.
        case after
    }

    /// - Parameters:
    ///   - pointer: The pointer to the array; empty if the document itself is the array.
    ///   - options: The options for parsing the elements.
    ///   - limits: The limits. `bodyBytes` applies to the text around the array.
    init(at pointer: JSONPointer, _ options: JSON.Options, _ limits: Limits) {
        skeleton = JSONSkeleton(pointer, options, limits)
        extent = JSONExtent(options.quirks)
        trivia = JSONTrivia(options)
        acceptsTrailingCommas = options.quirks.contains(.trailingCommas)
    }

    var path: [CodingPathComponent]? { skeleton.path }

    mutating func next(of items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        while true {
            let before = (position, state)
            if let record = try step(&items) { return record }
            if position == before.0, state == before.1 { break }
        }
        if items.isFinished { try end(&items) }
        return nil
    }
}

extension JSONArrayFraming {
    private mutating func step(_ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        switch state {
        case .outside:
            if try skeleton.read(&items, from: &position) { state = .first }
            return nil
        case .first, .element, .after:
            let isAtToken = trivia.skip(to: &position, in: items.window)
            items.window.drop(before: position)
            if let comment = trivia.firstComment { report(.comments, at: comment, &items) }
            return isAtToken ? try punctuation(items.window[position], &items) : nil
        case .value:
            return try value(&items)
        }
    }

    private mutating func punctuation(_ byte: UInt8, _ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        switch (state, byte) {
        case (.first, UInt8(ascii: "]")), (.after, UInt8(ascii: "]")):
            resumeSkeleton(items)
        case (.element, UInt8(ascii: "]")) where acceptsTrailingCommas:
            report(.trailingCommas, at: position, &items)
            resumeSkeleton(items)
        case (.after, UInt8(ascii: ",")):
            position += 1
            state = .element
            items.window.drop(before: position)
        case (.first, _), (.element, _):
            let separators = [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")]
            guard !separators.contains(byte) else { throw unexpected("an element", items) }
            return startElement(&items)
        default: throw unexpected("“,” or “]” after an element", items)
        }
        return nil
    }

    private mutating func resumeSkeleton(_ items: borrowing JSONItems) {
        skeleton.resume(items, at: position)
        state = .outside
    }

    /// Reports the first quirk between elements.
    private mutating func report(_ quirk: JSON.Quirks, at offset: Int, _ items: inout JSONItems) {
        guard !hasReported, let finding = quirk.finding else { return }
        hasReported = true
        let offset = items.sourceOffset(of: offset)
        items.log.report(Finding(finding.code, finding.severity, finding.message, offset: offset))
    }

    /// Parses a batch of complete elements.
    ///
    /// If there is no batch, begins to scan for the end of a single element.
    private mutating func startElement(_ items: inout JSONItems) -> StreamRecord? {
        let end = min(items.window.end, position + items.batchLength)
        if position >= items.singleEnd, items.readBatch(position..<end, .comma) {
            return items.nextOfBatch().map(StreamRecord.value)
        }
        extent.restart(at: position, in: items.window)
        state = .value
        return nil
    }

    mutating func resume(after item: Range<Int>) {
        self.item = item
        position = item.upperBound
        state = .after
    }

    private func unexpected(_ expected: String, _ items: borrowing JSONItems) -> ResponseError {
        let found = Character(Unicode.Scalar(items.window[position]))
        let message = "expected \(expected), but found “\("\(found)".excerpt(1))”"
        return inPath(items.located(ResponseError(.malformedBody, message), at: position), items)
    }

    /// Returns an error with the path of the current element.
    private func inPath(_ reason: ResponseError, _ items: borrowing JSONItems) -> ResponseError {
        var error = reason
        error.details.path = skeleton.path + [.index(items.count)] + error.path
        return error
    }

    private mutating func value(_ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        let end = extent.end(in: items.window, before: items.window.end)
        position = extent.scanned
        if position - extent.start > items.limit {
            throw inPath(items.tooLarge("element", from: extent.start), items)
        }
        guard let end else { return nil }
        state = .after
        item = extent.start..<end
        do throws(ResponseError) {
            return .value(try items.parse(item))
        } catch {
            return .malformed(inPath(error, items))
        }
    }

    /// Validates the document at its end.
    private mutating func end(_ items: inout JSONItems) throws(ResponseError) {
        guard rest == nil else { return }
        if state == .outside, skeleton.isComplete {
            try skeleton.keepRemainder(of: &items, from: &position)
            let document = try skeleton.document(items)
            if let offset = skeleton.firstComment { report(.comments, at: offset, &items) }
            rest = document
            return
        }
        if state == .outside { throw skeleton.truncated(items) }
        // An error before the end is the cause. Otherwise, the document is truncated.
        if state == .value {
            do throws(ResponseError) {
                _ = try items.parse(extent.start..<items.window.end)
            } catch  where !error.details.isCut {
                throw inPath(error, items)
            } catch {}
        }
        let message = "the document ends inside the array, after \(items.count.counted("complete element"))"
        throw inPath(items.located(ResponseError(.truncatedBody, message), at: items.window.end), items)
    }
}
