import DecantCore
import DecantJSON

/// A scanner of the parts of a JSON document around an array.
///
/// It finds the array by its path, and keeps everything but its elements.
///
/// Only values on the path are inspected; other values are skipped by matching brackets. The kept text is validated at
/// the end, when it is parsed as a document with an empty array.
struct JSONSkeleton {
    private enum State: Equatable {
        /// Before a value.
        case value
        /// After an opening bracket.
        case first
        /// Before a name.
        case name
        /// In a name.
        case nameText
        /// After a name.
        case colon
        /// In a value that is skipped.
        case passing
        /// In a value on the path that is not an array.
        case mismatch
        /// After a value.
        case after
        /// After the document.
        case done
    }

    /// The number of bytes to parse of a value that is not an array, to distinguish it from malformed text.
    private static let judgedLength = 1024

    /// The names and indices that lead to the array.
    private let names: [String]
    private let options: JSON.Options
    private let limits: Limits
    /// The document without the elements.
    private var kept: [UInt8] = []
    /// The number of bytes kept before the elements, and the position in the stream after the elements.
    private var gap: (kept: Int, position: SourcePosition)?
    /// The length of the byte-order mark.
    private var markLength = 0
    private var hasBegun = false

    /// The open containers on the path: whether each is an array, and the number of commas read in it.
    private var open: [(isArray: Bool, commas: Int)] = []
    /// The number of path components found.
    private var found = 0
    private var state = State.value
    /// Whether the next value is on the path.
    private var isOnPath = true
    private var isFound = false
    /// The error for a value that is not an array, and the number of bytes kept before that value.
    private var mismatch: (error: ResponseError, start: Int)?
    private var extent: JSONExtent
    private var trivia: JSONTrivia

    /// Creates the skeleton of an empty document.
    init(_ pointer: JSONPointer, _ options: JSON.Options, _ limits: Limits) {
        names = pointer.names
        self.options = options
        self.limits = limits
        extent = JSONExtent(options.quirks)
        trivia = JSONTrivia(options)
    }

    private var acceptsTrailingCommas: Bool { options.quirks.contains(.trailingCommas) }

    /// The offset of the first comment between the tokens around the array, or nil without comments.
    var firstComment: Int? { trivia.firstComment }

    /// The path of the array.
    var path: [CodingPathComponent] {
        names.enumerated().map { depth, name in
            depth < open.count && open[depth].isArray ? .index(Int(name) ?? 0) : .key(name)
        }
    }

    /// Whether the document is complete.
    ///
    /// A number or a literal at the top level ends with the stream.
    var isComplete: Bool { state == .done || state == .passing && open.isEmpty && extent.isScalar }

    /// Reads the text around the array, and drops the elements already read.
    ///
    /// - Returns: Whether the elements come next; false if no more text can be read.
    mutating func read(_ items: inout JSONItems, from offset: inout Int) throws(ResponseError) -> Bool {
        if !hasBegun {
            guard let length = items.lengthOfMark() else { return false }
            hasBegun = true
            markLength = length
            offset += length
            items.window.drop(before: offset)
        }
        while offset < items.window.end {
            switch state {
            case .passing: try pass(&items, &offset)
            case .mismatch: try keepMismatch(&items, &offset)
            case .nameText:
                guard try readName(&items, &offset) else { return false }
            default:
                var end = offset
                let isAtToken = trivia.skip(to: &end, in: items.window)
                try keep(to: end, &items, &offset)
                guard isAtToken else { return false }
                if try parse(items.window[offset], &items, &offset) { return true }
            }
        }
        return false
    }

    /// Keeps the remaining bytes, which begin no token, such as a lone slash at the end of the text.
    mutating func keepRemainder(of items: inout JSONItems, from offset: inout Int) throws(ResponseError) {
        if offset < items.window.end { try keep(to: items.window.end, &items, &offset) }
    }

    /// Continues after the elements, at the bracket that closes the array.
    mutating func resume(_ items: borrowing JSONItems, at offset: Int) {
        gap = (kept.count, items.position(of: offset))
        open.append((true, 0))
        state = .first
    }

    /// Returns an error located after the kept text.
    private func located(_ reason: ResponseError, _ items: borrowing JSONItems, at offset: Int) -> ResponseError {
        let shown = ResponseBytes(Array(kept.suffix(200)))
        let text = SourceText(shown, at: shown.count, position: items.position(of: offset))
        var error = reason.moved(to: .text(shown.count, text))
        error.details.itemIndex = items.count
        return error
    }

    /// Keeps the bytes up to an offset.
    private mutating func keep(to end: Int, _ items: inout JSONItems, _ offset: inout Int) throws(ResponseError) {
        let limit = limits.bodyBytes
        let left = limit - min(kept.count, limit)
        guard end - offset <= left else {
            let message = "the document has more than \(limit.counted("byte")) around the array"
            throw located(ResponseError(.limitExceeded, message, limit: .bodyBytes), items, at: offset + left)
        }
        // Bound: the bytes are copied before the window changes.
        unsafe kept.append(contentsOf: items.window.bytes(offset..<end))
        offset = end
        items.window.drop(before: end)
    }
}

// MARK: - Grammar

extension JSONSkeleton {
    /// Parses a byte that is not whitespace.
    ///
    /// Returns true if it opens the array.
    private mutating func parse(_ byte: UInt8, _ items: inout JSONItems, _ offset: inout Int) throws(ResponseError)
        -> Bool
    {
        let isArray = open.last?.isArray
        let closer = isArray.map { $0 ? UInt8(ascii: "]") : UInt8(ascii: "}") }
        switch (state, byte) {
        case (.first, closer), (.after, closer),
            (.name, closer) where acceptsTrailingCommas,
            (.value, closer) where acceptsTrailingCommas && isArray == true:
            open.removeLast()
            endValue()
        case (.after, UInt8(ascii: ",")) where isArray != nil:
            open[open.count - 1].commas += 1
            state = isArray == true ? .value : .name
            if isArray == true { findElement() }
        case (.colon, UInt8(ascii: ":")): state = .value
        case (.first, UInt8(ascii: "\"")) where isArray == false, (.name, UInt8(ascii: "\"")):
            extent.restart(at: offset, in: items.window)
            state = .nameText
            return false
        case (.value, _): return try startValue(byte, &items, &offset)
        case (.first, _) where isArray != false:
            return try startValue(byte, &items, &offset)
        default: throw unexpected(byte, items, offset)
        }
        try keep(to: offset + 1, &items, &offset)
        return false
    }

    private mutating func endValue() {
        state = open.isEmpty ? .done : .after
        isOnPath = false
    }

    private func unexpected(_ byte: UInt8, _ items: borrowing JSONItems, _ offset: Int) -> ResponseError {
        let expected =
            switch state {
            case .name: "a name"
            case .first: "a name or “}”"
            case .colon: "“:” after a name"
            case .done: "the end of the document"
            default: open.last?.isArray == true ? "“,” or “]”" : "“,” or “}”"
            }
        let found = String(Unicode.Scalar(byte)).excerpt(1)
        var error = ResponseError(.malformedBody, "expected \(expected), but found “\(found)”")
        switch byte {
        case UInt8(ascii: "<") where !kept.isEmpty:
            error.details.hint = "expected JSON, but perhaps received an HTML or XML page"
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if state == .done { error.details.hint = .jsonValues }
        default: break
        }
        return located(error, items, at: offset)
    }

    /// Determines whether the next element of the innermost open array is on the path.
    private mutating func findElement() {
        guard let last = open.last, found == open.count - 1, found < names.count else { return isOnPath = false }
        isOnPath = names[found] == String(last.commas)
        if isOnPath { found += 1 }
    }

    private mutating func startValue(
        _ byte: UInt8,
        _ items: inout JSONItems,
        _ offset: inout Int
    ) throws(ResponseError) -> Bool {
        guard ![UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte) else {
            let error = ResponseError(.malformedBody, "expected a value, but found “\(Unicode.Scalar(byte))”")
            throw located(error, items, at: offset)
        }
        if isOnPath, open.count == names.count {
            guard byte == UInt8(ascii: "[") else { return try startMismatch(byte, items, offset) }
            isFound = true
            try keep(to: offset + 1, &items, &offset)
            return true
        }
        let isArray = byte == UInt8(ascii: "[")
        guard isOnPath, isArray || byte == UInt8(ascii: "{") else {
            extent.restart(at: offset, in: items.window)
            state = .passing
            return false
        }
        open.append((isArray, 0))
        state = .first
        if isArray { findElement() }
        try keep(to: offset + 1, &items, &offset)
        return false
    }

    /// Begins a value that is not an array.
    ///
    /// Throws immediately for an object, a string, or markup. Any other value may not be JSON at all, so it is kept and
    /// parsed before the error is chosen.
    private mutating func startMismatch(
        _ byte: UInt8,
        _ items: borrowing JSONItems,
        _ offset: Int
    ) throws(ResponseError) -> Bool {
        let error = mismatch(byte, items, offset)
        guard ![UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "<")].contains(byte) else { throw error }
        mismatch = (error, kept.count)
        state = .mismatch
        return false
    }

    private mutating func keepMismatch(_ items: inout JSONItems, _ offset: inout Int) throws(ResponseError) {
        let end = (mismatch?.start ?? 0) + Self.judgedLength
        try keep(to: min(items.window.end, offset + end - kept.count), &items, &offset)
        if kept.count == end, let error = judgedMismatch(items, isCut: true) { throw error }
    }

    /// Returns the error for a value that is not an array, or nil if the value is an array.
    ///
    /// If the value is not JSON, the error comes from the parser.
    private func judgedMismatch(_ items: borrowing JSONItems, isCut: Bool) -> ResponseError? {
        guard let mismatch else { return nil }
        let body = ResponseBytes(kept)
        do throws(ResponseError) {
            _ = try parsed(body, items)
        } catch {
            let offset = error.offset ?? 0
            // A literal or a character that is cut off near the end may be complete in the document.
            guard error.code == .malformedBody, !isCut || offset < kept.count - 32 else { return mismatch.error }
            var error = error.moved(to: site(of: offset, in: body, items))
            error.details.itemIndex = items.count
            return error
        }
        return mismatch.error
    }

    private func mismatch(_ byte: UInt8, _ items: borrowing JSONItems, _ offset: Int) -> ResponseError {
        let found =
            switch byte {
            case UInt8(ascii: "{"): "an object"
            case UInt8(ascii: "\""): "a string"
            case UInt8(ascii: "n"): "null"
            case UInt8(ascii: "t"), UInt8(ascii: "f"): "a Boolean value"
            case UInt8(ascii: "<"): "“<”"
            default: "a number"
            }
        let isMarkup = byte == UInt8(ascii: "<")
        let mismatch: ResponseError.Code = byte == UInt8(ascii: "n") ? .valueNotFound : .typeMismatch
        let code = isMarkup ? .malformedBody : mismatch
        let hint = isMarkup ? "expected JSON, but received an HTML or XML page" : nil
        let error = ResponseError(code, "expected an array, but found \(found)", path: CodingPath(path), hint: hint)
        return located(error, items, at: offset)
    }

    private mutating func pass(_ items: inout JSONItems, _ offset: inout Int) throws(ResponseError) {
        let end = extent.end(in: items.window, before: items.window.end)
        try keep(to: end ?? items.window.end, &items, &offset)
        if end != nil { endValue() }
    }

    /// Reads a name.
    ///
    /// Returns false if its end has not arrived.
    private mutating func readName(_ items: inout JSONItems, _ offset: inout Int) throws(ResponseError) -> Bool {
        let end = extent.end(in: items.window, before: items.window.end)
        guard extent.scanned - offset <= items.limit else {
            let message = "a name has more than \(items.limit.counted("byte"))"
            let error = ResponseError(.limitExceeded, message, limit: items.limitName)
            throw located(error, items, at: offset + items.limit)
        }
        guard let end else { return false }
        state = .colon
        isOnPath = false
        if found == open.count - 1, found < names.count {
            isOnPath =
                try items.parse(offset..<end).string?.unicodeScalars.elementsEqual(names[found].unicodeScalars) == true
            if isOnPath { found += 1 }
        }
        try keep(to: end, &items, &offset)
        return true
    }
}

// MARK: - End

extension JSONSkeleton {
    /// Parses the kept text as a document, and checks that the array was found.
    func document(_ items: borrowing JSONItems) throws(ResponseError) -> JSON {
        let body = ResponseBytes(kept)
        let document: JSON
        do throws(ResponseError) {
            document = try parsed(body, items)
        } catch {
            throw error.moved(to: site(of: error.offset ?? 0, in: body, items))
        }
        guard !isFound else { return document }
        let missing = Array(path.prefix(found + 1))
        let message = "the document has no value at \(CodingPathComponent.text(of: missing))"
        let known = Array(missing.prefix(found))
        throw located(ResponseError(.keyNotFound, message, path: CodingPath(known)), items, at: items.window.end)
    }

    /// Parses the kept text, in the charset of the label if it is not UTF-8.
    private func parsed(_ body: ResponseBytes, _ items: borrowing JSONItems) throws(ResponseError) -> JSON {
        let (text, map) = try items.decoded(body)
        var parser = JSONItemParser(options, limits)
        do throws(ResponseError) {
            return try parser.parse(text)
        } catch {
            throw error.mapped(by: map)
        }
    }

    /// Returns the error for a document that ends too early.
    func truncated(_ items: borrowing JSONItems) -> ResponseError {
        if let error = judgedMismatch(items, isCut: false) { return error }
        let isEmpty = kept.allSatisfy(JSONItems.isWhitespace)
        let message = isEmpty ? "the document is empty" : "the document is truncated"
        return located(ResponseError(isEmpty ? .emptyBody : .truncatedBody, message), items, at: items.window.end)
    }

    /// Returns the site in the stream for an offset in the kept text, which lacks the elements of the array.
    private func site(of offset: Int, in kept: ResponseBytes, _ items: borrowing JSONItems) -> ErrorSite {
        let start = SourcePosition(offset: items.markLength ?? markLength, line: 1, column: 1)
        let anchor = if let gap, offset >= gap.kept { gap } else { (kept: 0, position: start) }
        let map = items.map(of: kept, from: anchor.kept, at: anchor.position.offset)
        return .text(offset, SourceText(kept, at: anchor.kept, position: anchor.position, map))
    }
}
