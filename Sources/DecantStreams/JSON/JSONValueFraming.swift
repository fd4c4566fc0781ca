import CDecantStreams
import DecantCore
import DecantJSON

/// The framing of JSON values in sequence: concatenated, indented, or separated by whitespace, as `jq` reads them.
///
/// An array, an object, or a string ends with its own closing byte. A number or a literal ends at whitespace, before
/// `[`, `{`, or `"`, and at the end of the stream: `1[2]` is two values, and `12true` is malformed. Between values,
/// comments are accepted if the options accept them, but no other syntax of JSON5.
struct JSONValueFraming: JSONFraming {
    private var extent: JSONExtent
    private var trivia: JSONTrivia
    private var state = State.start
    /// Whether a comment between values was reported.
    private var hasReported = false
    /// The current read offset in the stream.
    private(set) var position = 0
    private(set) var item = 0..<0

    private enum State {
        /// Before a byte-order mark.
        case start
        /// Before or after a value.
        case between
        /// In a value.
        case value
    }

    /// - Parameter options: The options for parsing the values.
    init(_ options: JSON.Options) {
        extent = JSONExtent(options.quirks, isInSequence: true)
        trivia = JSONTrivia(options)
    }

    mutating func next(of items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        if state == .start {
            guard let length = items.lengthOfMark() else { return nil }
            position = length
            state = .between
        }
        if state == .between {
            let isAtValue = trivia.skip(to: &position, in: items.window) || isAtSlash(items)
            let isAtLine = isAtLineStart(items.window)
            items.window.drop(before: position)
            reportComment(&items)
            guard isAtValue else { return items.isFinished && trivia.isInComment ? cutComment(&items) : nil }
            if isAtLine, readLines(&items) { return items.nextOfBatch().map(StreamRecord.value) }
            extent.restart(at: position, in: items.window)
            state = .value
        }
        return try value(&items)
    }
}

extension JSONValueFraming {
    mutating func resume(after item: Range<Int>) {
        self.item = item
        position = item.upperBound
        state = .between
    }

    /// Returns whether the last byte of the stream is a slash that begins no comment.
    private func isAtSlash(_ items: borrowing JSONItems) -> Bool {
        items.isFinished && !trivia.isInComment && position < items.window.end
    }

    private mutating func value(_ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        let end = extent.end(in: items.window, before: items.window.end)
        position = extent.scanned
        if position - extent.start > items.limit { throw items.tooLarge("value", from: extent.start) }
        guard let end else { return items.isFinished ? last(&items) : nil }
        // A byte that begins no value, such as a comma, is an item of its own.
        resume(after: extent.start..<max(end, extent.start + 1))
        do throws(ResponseError) {
            return .value(try items.parse(item, isSkippable: true))
        } catch {
            return .malformed(explained(error, items))
        }
    }

    /// Returns the value that the end of the stream completes: a number or a literal.
    private mutating func last(_ items: inout JSONItems) -> StreamRecord {
        resume(after: extent.start..<items.window.end)
        do throws(ResponseError) {
            return .value(try items.parse(item))
        } catch  where !error.details.isCut {
            // An error before the end is the cause.
            return .malformed(explained(error, items))
        } catch {}
        let message = "the stream ends inside a value, after \(items.count.counted("complete value"))"
        return .malformed(items.located(ResponseError(.truncatedBody, message), at: items.window.end, showing: item))
    }

    /// Returns the error for a comment that is not closed.
    private mutating func cutComment(_ items: inout JSONItems) -> StreamRecord {
        position = items.window.end
        trivia.endComment()
        return .malformed(
            items.located(ResponseError(.truncatedBody, "the stream ends inside a comment"), at: position)
        )
    }

    private mutating func reportComment(_ items: inout JSONItems) {
        guard !hasReported, let comment = trivia.firstComment, let finding = JSON.Quirks.comments.finding else {
            return
        }
        hasReported = true
        let offset = items.sourceOffset(of: comment)
        items.log.report(Finding(finding.code, finding.severity, finding.message, offset: offset))
    }

    /// Returns the error for a malformed value, with a hint that names the right serializer for the stream.
    private func explained(_ error: ResponseError, _ items: borrowing JSONItems) -> ResponseError {
        guard !items.dropsErrors, !items.isPrepared else { return error }
        var error = error
        switch items.window[item.lowerBound] {
        case JSONSequenceFraming.separator where items.count == 0: error.details.hint = .jsonSequence
        case UInt8(ascii: "<") where items.count == 0:
            error.details.hint = "expected JSON, but received an HTML or XML page"
        case UInt8(ascii: ","): error.details.hint = "values in sequence have no commas between them"
        default: break
        }
        return error
    }
}

// MARK: - Lines

extension JSONValueFraming {
    /// Returns whether the current offset is the start of a line, or of the stream.
    private func isAtLineStart(_ window: borrowing BodyWindow) -> Bool {
        guard position > item.upperBound else { return item.isEmpty }
        return position > window.start && window[position - 1] == UInt8(ascii: "\n")
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `position`, where a value begins, to the window's end are held.

    /// Parses a batch of complete lines with one value each, as in JSON Lines.
    private mutating func readLines(_ items: inout JSONItems) -> Bool {
        guard position >= items.singleEnd else { return false }
        let maxLength = min(items.window.end - position, items.batchLength)
        let feed = UInt8(ascii: "\n")
        let length = unsafe decant_find_last_byte(items.window.address(of: position), feed, maxLength)
        guard length > 0 else { return false }
        let lines = position..<position + length
        let count = items.window.countLines(lines)
        return count > 1 && items.readBatch(lines, .lineFeed, expecting: count, endsWithValues: true)
    }
}
