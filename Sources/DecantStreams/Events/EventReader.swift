import DecantCore
import DecantJSON
import DecantText

/// An incremental parser of event streams, as specified in WHATWG HTML §9.2.6.
///
/// Chunks may be split anywhere without affecting events, findings, and errors. An event is complete with the byte that
/// ends it, even if that byte is a lone carriage return. Malformed UTF-8 is replaced by U+FFFD and reported as a
/// finding. Consumed bytes are dropped, so memory is bounded by the longest event plus the bytes that were appended but
/// not read.
struct EventReader: ~Copyable {
    private let limit: Int
    private var window = BodyWindow()
    private var lines = LineScanner()
    private var hasBegun = false
    private var isFinished = false
    private var failure: ResponseError?
    private(set) var log = FindingLog()

    /// The data of the event being read.
    private var data = PendingData.none
    /// Whether the current event is complete and must be discarded before the next one is read.
    private var isComplete = false
    /// The data of an event with several lines.
    ///
    /// This buffer and the ones below hold fields whose lines have left the window.
    private var joined: [UInt8] = []
    private var joinedLines = EventDataLines()
    private var type: [UInt8] = []
    private var pendingID: [UInt8] = []
    private var hasPendingID = false
    private var id: [UInt8] = []

    /// The last event ID; empty if the stream has set none.
    private(set) var lastEventID = ""

    /// The number of event IDs and reconnection times that the stream has set.
    private var settingCount = 0

    /// The storage of an event's data.
    private enum PendingData {
        case none
        /// A single line, which begins at the start of the window. It is valid UTF-8 unless `isUnchecked` is true.
        case line(Range<Int>, isUnchecked: Bool)
        /// In `joined`: several lines, or a line followed by other fields.
        case joined
    }

    /// The number of lines read so far.
    private var lineCount = 0
    /// The number of lines read up to the single line of data.
    private var dataLine = 0

    /// The number of complete events read so far.
    private(set) var eventCount = 0

    /// The reconnection time most recently set by the stream.
    private(set) var retry: Duration?

    /// Creates a reader for an empty stream.
    ///
    /// - Parameters:
    ///   - limits: The limits. `itemBytes` applies to the data of an event, and to each line.
    ///   - lastEventID: The last event ID of an earlier connection.
    init(limits: Limits, lastEventID: String = "") {
        limit = limits.itemBytes
        self.lastEventID = lastEventID
    }
}

extension EventReader {
    /// Appends bytes.
    ///
    /// They are parsed when events are read.
    mutating func append(_ chunk: Span<UInt8>) {
        if !isFinished { window.append(chunk) }
    }

    /// Ends the input.
    mutating func finish() { isFinished = true }

    /// The type of the current event.
    var typeText: String { type.isEmpty ? "message" : type.elementSpan.text }

    /// The number of changes of the findings, the last event ID, and the reconnection time.
    var revision: Int { log.count &+ settingCount }

    /// The number of bytes held for an incomplete event.
    var heldBytes: Int { window.count + joined.count + type.count + pendingID.count }

    /// The current read offset in the stream.
    var offset: Int { lines.start }

    /// Returns the position of an offset in the stream.
    func position(of offset: Int) -> SourcePosition { window.position(of: offset) }

    /// Returns whether the data of the current event equals the given bytes.
    func dataEquals(_ bytes: [UInt8]) -> Bool { dataSpan.equals(bytes) }

    /// Returns whether the current event has the given type.
    ///
    /// An event without a type is a `message`.
    func typeEquals(_ bytes: [UInt8]) -> Bool {
        type.isEmpty ? bytes.elementsEqual("message".utf8) : type == bytes
    }

    /// The current event with its data as text.
    var text: ServerSentEvent<String> {
        ServerSentEvent(type: typeText, data: dataSpan.text, lastEventID: lastEventID)
    }

    /// A copy of the data of the current event.
    var dataBytes: ResponseBytes { ResponseBytes(dataSpan) }

    /// The data of the current event.
    private var dataSpan: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            switch data {
            case .none: Span()
            case .line(let range, _): window.span(range)
            case .joined: joined.elementSpan
            }
        }
    }

    /// Parses the data of the current event as JSON, without a copy.
    ///
    /// - Returns: The value, or nil if the data may not be plain UTF-8, the only encoding parsed without a copy.
    mutating func json(by parser: inout JSONItemParser) throws(ResponseError) -> JSON? {
        guard case .line(let range, let isUnchecked) = data, !range.isEmpty, UTF8.isASCII(window[range.lowerBound]),
            range.count == 1 || window[range.lowerBound + 1] != 0
        else {
            checkData()
            return nil
        }
        do throws(ResponseError) {
            return try parser.parse(range, in: &window)
        } catch {
            // Invalid UTF-8 is invalid JSON, but may become valid once it is replaced by U+FFFD.
            guard isUnchecked, !checkData() else { throw error }
            return nil
        }
    }

    /// Replaces malformed UTF-8 in the data of the current event.
    ///
    /// - Returns: Whether the data was valid UTF-8 already.
    @discardableResult
    mutating func checkData() -> Bool {
        guard case .line(let range, true) = data else { return true }
        let isValid = UTF8Validator.firstMalformed(in: window.span(range)) == nil
        if isValid { data = .line(range, isUnchecked: false) } else { moveData() }
        return isValid
    }

    /// Replaces the data of the current event.
    mutating func replaceData(by bytes: ResponseBytes) {
        moveData()
        joinedLines.loseOffsets(in: joined)
        joined.removeAll(keepingCapacity: true)
        joined.append(bytes.span)
        data = .joined
    }

    /// Returns an error located at the current event.
    ///
    /// The offset of `reason` is relative to the data.
    func located(_ reason: ResponseError) -> ResponseError {
        var error = reason.moved(to: site(of: reason.offset ?? 0))
        error.details.itemIndex = eventCount - 1
        return error
    }

    /// Returns the site of an offset in the data of the current event.
    private func site(of offset: Int) -> ErrorSite {
        switch data {
        case .line(let range, _):
            let offset = range.lowerBound + min(offset, range.count)
            return window.site(of: offset, showing: window.start..<range.upperBound)
        case .joined: return joinedLines.site(of: offset, in: joined) ?? window.site(of: window.start)
        case .none: return window.site(of: window.start)
        }
    }
}

// MARK: - Lines

extension EventReader {
    /// Reads lines up to the end of an event.
    ///
    /// Returns false if more bytes are needed, or at the end.
    mutating func advance() throws(ResponseError) -> Bool {
        if let failure { throw failure }
        if isComplete { forgetEvent() }
        guard hasBegun || skipMark() else { return false }
        while let line = lines.next(in: window) {
            let isHigh = lines.high != 0
            lines.high = 0
            lineCount &+= 1
            try check(line.count, from: line.lowerBound)
            if line.isEmpty {
                if dispatch() { return true }
            } else {
                parse(line, isHigh)
            }
        }
        try check(lines.scanned - lines.start, from: lines.start)
        if isFinished { end() }
        return false
    }

    /// Skips a byte-order mark.
    ///
    /// Returns false if more bytes are needed to recognize one.
    private mutating func skipMark() -> Bool {
        guard let length = window.lengthOfMark(isAll: isFinished, &log) else { return false }
        hasBegun = true
        lines.restart(at: length)
        return true
    }

    /// The number of data bytes held for the event.
    private var heldCount: Int {
        switch data {
        case .none: 0
        case .line(let range, _): range.count
        case .joined: joined.count
        }
    }

    @inline(__always)
    private mutating func check(_ length: Int, from start: Int) throws(ResponseError) {
        let held = heldCount
        guard _slowPath(length > limit - min(held, limit)) else { return }
        try exceed(at: start + max(0, limit - held))
    }

    @inline(never)
    private mutating func exceed(at offset: Int) throws(ResponseError) {
        let message = "event \(eventCount) has more than \(limit.counted("byte"))"
        let site = window.site(of: min(offset, window.end))
        var error = ResponseError(.limitExceeded, message, at: site, limit: .itemBytes)
        error.details.itemIndex = eventCount
        failure = error
        throw error
    }

    /// Ends the stream, and discards an incomplete event.
    private mutating func end() {
        guard lines.start < window.end || heldCount > 0 || isPending else { return }
        let isNoField = reportUnlessField(lines.start..<window.end)
        if !isNoField || heldCount > 0 || isPending {
            let message = "the stream ended inside event \(eventCount), which was discarded"
            log.report(Finding(.incompleteItem, .warning, message, offset: window.end))
        }
        lines.restart(at: window.end)
        window.drop(before: window.end)
        forgetEvent()
    }

    private var isPending: Bool {
        if case .none = data { return hasPendingID || !type.isEmpty }
        return true
    }
}

// MARK: - Fields

extension EventReader {
    /// Ends an event at an empty line.
    ///
    /// Returns false if the event has no data.
    private mutating func dispatch() -> Bool {
        if hasPendingID {
            swap(&id, &pendingID)
            lastEventID = id.elementSpan.text
            hasPendingID = false
            settingCount &+= 1
        }
        guard case .none = data else {
            eventCount &+= 1
            isComplete = true
            return true
        }
        forgetEvent()
        return false
    }

    private mutating func forgetEvent() {
        isComplete = false
        if case .joined = data {
            joined.removeAll(keepingCapacity: true)
            joinedLines.removeAll()
        }
        data = .none
        type.removeAll(keepingCapacity: true)
        hasPendingID = false
        window.drop(before: lines.start)
    }

    /// Parses a nonempty line.
    @inline(__always)
    private mutating func parse(_ line: Range<Int>, _ isHigh: Bool) {
        let start = line.lowerBound
        let isData =
            line.count >= 4 && window[start] == UInt8(ascii: "d") && window[start + 1] == UInt8(ascii: "a")
            && window[start + 2] == UInt8(ascii: "t") && window[start + 3] == UInt8(ascii: "a")
            && (line.count == 4 || window[start + 4] == UInt8(ascii: ":"))
        if isData {
            parseData(Self.value(of: line, afterName: start + 4, in: window), of: line, isHigh)
        } else {
            parseField(line, isHigh)
        }
    }

    /// The value of a field, without the colon and the optional space after it.
    @inline(__always)
    private static func value(of line: Range<Int>, afterName end: Int, in window: borrowing BodyWindow) -> Range<Int> {
        var start = min(end + 1, line.upperBound)
        if start < line.upperBound, window[start] == UInt8(ascii: " ") { start += 1 }
        return start..<line.upperBound
    }

    @inline(__always)
    private mutating func parseData(_ value: Range<Int>, of line: Range<Int>, _ isHigh: Bool) {
        guard case .none = data else { return join(value, of: line, isHigh) }
        window.drop(before: line.lowerBound)
        data = .line(value, isUnchecked: isHigh)
        dataLine = lineCount
    }

    /// Appends a line to the data of the event.
    @inline(never)
    private mutating func join(_ value: Range<Int>, of line: Range<Int>, _ isHigh: Bool) {
        moveData()
        joined.append(UInt8(ascii: "\n"))
        append(value, prefix: value.lowerBound - line.lowerBound, line: lineCount, isHigh)
        window.drop(before: value.upperBound)
    }

    /// Moves a line of data out of the window, where it would keep the following lines from being dropped.
    private mutating func moveData() {
        guard case .line(let range, let isUnchecked) = data else { return }
        // A single line begins at the start of the window.
        append(range, prefix: range.lowerBound - window.start, line: dataLine, isUnchecked)
        data = .joined
    }

    /// Appends a line to the data of several lines.
    private mutating func append(_ value: Range<Int>, prefix: Int, line: Int, _ isHigh: Bool) {
        joinedLines.add(value, prefix: prefix, line: line, to: joined)
        let start = joined.count
        Self.append(value, of: window, isHigh, to: &joined, &log)
        if joined.count - start != value.count { joinedLines.loseOffsets(in: joined) }
    }

    @inline(never)
    private mutating func parseField(_ line: Range<Int>, _ isHigh: Bool) {
        moveData()
        defer { window.drop(before: line.upperBound) }
        let colon = line.lowerBound + window.span(line).offset(of: UInt8(ascii: ":"))
        // A comment. Servers send comments to keep a connection alive.
        guard colon > line.lowerBound else { return }
        let value = Self.value(of: line, afterName: colon, in: window)
        switch window.span(line.lowerBound..<colon).field {
        case .event:
            type.removeAll(keepingCapacity: true)
            Self.append(value, of: window, isHigh, to: &type, &log)
        case .id: parseID(value, isHigh)
        case .retry: parseRetry(value)
        case .unknown:
            guard !reportUnlessField(line), log.admits(.unknownField) else { return }
            let name = window.copy(line.lowerBound..<colon).prefix(200).span.text
            let message = "the field “\(name.excerpt(40))” is not a field of event streams"
            log.keep(Finding(.unknownField, .note, message, offset: line.lowerBound))
        }
    }

    /// Reports an ignored line that does not begin with a word and a colon, such as the JSON text of an error.
    ///
    /// - Returns: Whether the line is not a field.
    private mutating func reportUnlessField(_ line: Range<Int>) -> Bool {
        guard !line.isEmpty, !window.span(line).beginsWithName else { return false }
        if log.admits(.ignoredLine) {
            let text = window.copy(line.lowerBound..<min(line.upperBound, line.lowerBound + 400)).span.text
            let message = "ignored a line that is not a field: “\(text.excerpt(100))”"
            log.keep(Finding(.ignoredLine, .warning, message, offset: line.lowerBound))
        }
        return true
    }

    private mutating func parseID(_ value: Range<Int>, _ isHigh: Bool) {
        guard window.span(value).offset(of: 0) == value.count else {
            return ignore("an id with a NUL character was ignored", at: value.lowerBound)
        }
        pendingID.removeAll(keepingCapacity: true)
        Self.append(value, of: window, isHigh, to: &pendingID, &log)
        hasPendingID = true
    }

    private mutating func parseRetry(_ value: Range<Int>) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard !value.isEmpty, value.allSatisfy({ digits.contains(window[$0]) }) else {
            return ignore("a reconnection time that is not a number was ignored", at: value.lowerBound)
        }
        let text = String(window.span(value).text.drop { $0 == "0" })
        retry = text.isEmpty ? .zero : .milliseconds(Int64(text) ?? .max)
        settingCount &+= 1
    }

    private mutating func ignore(_ message: String, at offset: Int) {
        log.report(.ignoredField) { Finding(.ignoredField, .note, message, offset: offset) }
    }

    /// Appends a value; bytes that are not UTF-8 become U+FFFD.
    private static func append(
        _ value: Range<Int>,
        of window: borrowing BodyWindow,
        _ isHigh: Bool,
        to text: inout [UInt8],
        _ log: inout FindingLog
    ) {
        guard isHigh, let first = UTF8Validator.firstMalformed(in: window.span(value)) else {
            return text.append(window.span(value))
        }
        text += window.span(value).text.utf8
        log.report(.replacedBytes) {
            let message = "malformed UTF-8 was replaced by U+FFFD"
            return Finding(.replacedBytes, .warning, message, offset: value.lowerBound + first)
        }
    }
}

/// A field of events other than `data`.
private enum EventField {
    case event, id, retry, unknown
}

extension Span<UInt8> {
    /// The field that the bytes name.
    fileprivate var field: EventField {
        if equals("event") { return .event }
        if equals("id") { return .id }
        return equals("retry") ? .retry : .unknown
    }

    /// Whether a word of ASCII letters, digits, hyphens, underscores, and periods, or none, precedes the first colon or
    /// the end.
    fileprivate var beginsWithName: Bool {
        for index in indices {
            switch self[index] {
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                break
            default: return false
            }
        }
        return true
    }
}
