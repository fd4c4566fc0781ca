import Decant
import DecantReport

/// A change of a response between two captures or reports.
struct ResponseChange {
    /// The kinds of changes.
    enum Kind: String, CaseIterable {
        /// A value became empty, or a value or an empty body became a failure.
        case worse

        /// The opposite of ``worse``.
        case better

        /// The verdict is the same, but the value, the error, the status, or the media type is not.
        case changed

        /// The response is only in the second capture.
        case new

        /// The response is only in the first capture.
        case missing
    }

    let kind: Kind

    /// The response in the first capture; nil if it is new.
    let before: ComparedResponse?

    /// The response in the second capture; nil if it is missing.
    let after: ComparedResponse?

    /// The differences, except those of the values.
    var remarks: [String] = []

    /// The differences of the values.
    var differences = ValueDifferences()

    /// Whether something got worse: a verdict, or a new response fails.
    var isWorse: Bool { kind == .worse || kind == .new && after?.verdict == .failure }

    /// The request for a person.
    var request: String { (after ?? before)?.request ?? "" }

    /// The differences for a person.
    var lines: [String] {
        let more = differences.count - differences.listed.count
        let rest = more > 0 ? ["and \(more.grouped) more difference\(more == 1 ? "" : "s")"] : []
        return remarks + differences.listed.map(\.text) + rest
    }
}

/// The responses of a capture or of a stored report, compared with those of a second one.
///
/// Responses are matched by method and URL. Repeated requests are matched in order. A response with hidden values is
/// matched by method, status, and time, because its URL differs.
struct CaptureComparison {
    /// The maximum number of bytes of the bodies that are kept for the differences of values.
    private static let maxKept = 256 << 20

    private let style: ComparisonStyle
    private let decoder: ResponseDecoder
    private var responses: [ComparedResponse?] = []
    private var queues: [String: ArraySlice<Int>] = [:]
    private var keptBytes = 0

    /// The number of changes by kind.
    private(set) var counts: [ResponseChange.Kind: Int] = [:]

    /// The number of responses without a change.
    private(set) var unchangedCount = 0

    /// Whether something got worse.
    private(set) var isWorse = false

    /// Reads the first capture or report.
    ///
    /// - Throws: `ResponseError` if a report is malformed, or `UnreadableInput`.
    init(_ source: ComparisonSource, _ style: ComparisonStyle) throws {
        self.style = style
        decoder = ResponseDecoder(source.inputs.reading)
        try source.forEach(style) { add($0) }
    }

    private mutating func add(_ response: ComparedResponse) {
        var response = response
        let count = response.outcome?.response?.body.count ?? 0
        if response.verdict != .value || count > Self.maxKept - keptBytes {
            response.outcome = nil
        } else {
            keptBytes += count
            // Decoded again if the body differs, because values take more memory than bodies.
            response.outcome?.verdict = .empty
        }
        for key in [response.key] + response.hiddenKeys { queues[key, default: []].append(responses.count) }
        responses.append(response)
    }

    /// Compares a response of the second capture or report.
    ///
    /// - Returns: The change; nil if there is none.
    mutating func change(to after: ComparedResponse) -> ResponseChange? {
        guard let index = index(of: after), let before = responses[index] else {
            return count(ResponseChange(kind: .new, before: nil, after: after, remarks: [after.verdictText]))
        }
        responses[index] = nil
        var change = ResponseChange(kind: Self.kind(before, after), before: before, after: after)
        if before.verdict != after.verdict || before.code != after.code || before.message != after.message {
            change.remarks.append("\(before.verdictText) → \(after.verdictText)")
        }
        if before.status != after.status {
            change.remarks.append("status \(Self.text(before.status)) → \(Self.text(after.status))")
        }
        if before.mediaType != after.mediaType {
            change.remarks.append("media type \(before.mediaType ?? "none") → \(after.mediaType ?? "none")")
        }
        compareValues(&change, before, after)
        guard change.kind == .changed, change.lines.isEmpty else { return count(change) }
        unchangedCount += 1
        return nil
    }

    /// Returns the index of the response that is compared with another one, or nil if there is none.
    private mutating func index(of after: ComparedResponse) -> Int? {
        let hiddenKeys = after.isHidden ? after.hiddenKeys : []
        for key in hiddenKeys.prefix(1) + [after.key] + hiddenKeys.dropFirst() {
            while let index = queues[key]?.popFirst() {
                if responses[index] != nil { return index }
            }
        }
        return nil
    }

    /// Returns the responses that did not occur again, in order.
    mutating func missing() -> [ResponseChange] {
        responses.compactMap { $0 }.map { response in
            count(ResponseChange(kind: .missing, before: response, after: nil, remarks: [response.verdictText]))
        }
    }

    /// The numbers of changes in words, such as “1 worse, 2 changed, 14 unchanged”.
    var summary: String {
        let changes = ResponseChange.Kind.allCases.compactMap { kind in
            counts[kind].map { "\($0.grouped) \(kind.rawValue)" }
        }
        return (changes + ["\(unchangedCount.grouped) unchanged"]).joined(separator: ", ")
    }

    private mutating func count(_ change: ResponseChange) -> ResponseChange {
        counts[change.kind, default: 0] += 1
        if change.isWorse { isWorse = true }
        return change
    }

    private func compareValues(_ change: inout ResponseChange, _ before: ComparedResponse, _ after: ComparedResponse) {
        guard before.verdict == .value, after.verdict == .value else { return }
        guard let old = before.outcome?.response, let new = after.outcome, let response = new.response else {
            guard before.byteCount != after.byteCount else { return }
            return change.remarks.append("body \(Self.text(before.byteCount)) → \(Self.text(after.byteCount)) bytes")
        }
        guard old.body != response.body, case .value(let value) = new.verdict,
            case .value(let oldValue) = decoder.outcome(of: old, input: before.name).verdict
        else { return }
        change.differences = ValueDifferences(from: oldValue, old.body, to: value, response.body, style.mask)
    }

    private static func kind(_ before: ComparedResponse, _ after: ComparedResponse) -> ResponseChange.Kind {
        before.verdict == after.verdict ? .changed : before.verdict < after.verdict ? .worse : .better
    }

    private static func text(_ number: Int?) -> String { number?.grouped ?? "none" }
}

/// A capture, a folder of captures, or a stored report.
struct ComparisonSource {
    let input: String
    let names: RawArguments
    let inputs: CaptureInputs

    /// Whether the source is a stored report.
    let isReport: Bool

    /// Whether all lines of a stored report are about the same file.
    private var hasOneFile = true

    /// Creates a source.
    ///
    /// - Throws: `ResponseError` if a report is malformed, or `UnreadableInput`.
    init(_ input: String, _ names: RawArguments, _ inputs: CaptureInputs) throws {
        self.input = input
        self.names = names
        self.inputs = inputs
        // A pipe cannot be read twice.
        let isFile = inputs.reading.input == .auto && UnsafeFiles.kind(of: Array(input.utf8)) == .regular
        isReport = try isFile && StoredReport.isReport(Array(input.utf8))
        guard isReport else { return }
        var first: String?
        var hasOneFile = true
        try StoredReport.forEach(in: InputFile(opening: names.bytes(for: input))) { line in
            if line.input != first ?? line.input { hasOneFile = false }
            first = line.input
        }
        self.hasOneFile = hasOneFile
    }

    /// Reads the responses in order.
    ///
    /// - Throws: `ResponseError` if a report is malformed, or `UnreadableInput`.
    func forEach(_ style: ComparisonStyle, _ receive: (ComparedResponse) -> Void) throws {
        if isReport {
            return try StoredReport.forEach(in: InputFile(opening: names.bytes(for: input))) {
                receive(ComparedResponse($0, style, hasOneFile: hasOneFile))
            }
        }
        var unreadable: String?
        inputs.forEach(of: input, names) { item in
            if case .unreadable(let message) = item.outcome.verdict { unreadable = unreadable ?? message }
            receive(ComparedResponse(item, style))
        }
        if let unreadable { throw UnreadableInput(message: unreadable) }
    }
}
