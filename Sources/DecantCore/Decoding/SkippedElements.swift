/// The elements that the arrays of one decoding leave out, since they cannot be decoded.
package struct SkippedElements {
    /// The number of findings that are kept, however many elements are skipped.
    private static let mostFindings = 1000

    /// The numbers of elements that may still be skipped, by the names that lead to the array.
    private var left: [[String]: Int]

    /// A finding for each element that was skipped.
    package private(set) var findings: [Finding] = []

    /// Whether an element could not be skipped, because too many were.
    package private(set) var isExhausted = false

    /// Takes the bounds by the paths of arrays; nil if there are none.
    package init?(_ bounds: [some DocumentPath: Int]) {
        guard !bounds.isEmpty else { return nil }
        left = Dictionary(bounds.map { ($0.key.names, $0.value) }, uniquingKeysWith: max)
    }

    /// The entry of the options that an array belongs to, if it has one.
    ///
    /// - Parameter path: The path of the array.
    /// - Returns: The key of the entry for the path, for the path without its indices, or for all arrays; or nil.
    package func entry(for path: [any CodingKey]) -> [String]? {
        let steps = path.filter { !$0.stringValue.isEmpty }
        let exact = steps.map { $0.intValue.map(String.init) ?? $0.stringValue }
        let names = steps.filter { $0.intValue == nil }.map(\.stringValue)
        return [exact, names, []].first { left[$0] != nil }
    }

    /// Leaves out an element, or throws its error again.
    ///
    /// - Parameters:
    ///   - index: The index of the element.
    ///   - entry: The entry of its array.
    ///   - error: The reason.
    ///   - path: The path of the array.
    ///   - top: The path to where decoding began.
    ///   - offset: Returns the offset of the element in the body as received.
    /// - Throws: `error`, if it is not about a value, or if the bound is reached.
    package mutating func skip(
        _ index: Int,
        of entry: [String],
        because error: any Error,
        path: [any CodingKey],
        under top: [CodingPathComponent],
        offset: () -> Int
    ) throws {
        guard Self.isAboutValue(error) else { throw error }
        guard let bound = left[entry], bound > 0 else {
            isExhausted = true
            throw error
        }
        left[entry] = bound - 1
        guard findings.count < Self.mostFindings else { return }
        let components = top + path.map { CodingPathComponent($0) } + [.index(index)]
        let element = CodingPathComponent.text(of: components).excerpt(200)
        let message = "skipped the element \(element): \(Self.reason(of: error, under: top, besides: element))"
        findings.append(Finding(.skippedElement, .warning, message, offset: offset()))
    }

    /// Adds the hint that many elements were skipped to the error of one more.
    package func completed(_ error: ResponseError) -> ResponseError {
        guard isExhausted, error.details.hint == nil else { return error }
        var error = error
        error.details.hint = "`.skippingBadElements(upTo:)` has already skipped as many elements as it allows"
        return error
    }

    private static func isAboutValue(_ error: any Error) -> Bool {
        if let error = error as? ResponseError {
            return ![.missingImport, .cancelled, .limitExceeded].contains(error.code)
        }
        return !(error is CancellationError)
    }

    private static func reason(of error: any Error, under top: [CodingPathComponent], besides element: String) -> String
    {
        guard let error = error as? DecodingError else {
            return (error as? ResponseError)?.message ?? "\(error)".excerpt(200)
        }
        let context = error.reported.context
        let path = CodingPathComponent.text(of: top + context.codingPath.map { CodingPathComponent($0) }).excerpt(200)
        return context.debugDescription + (path.isEmpty || path == element ? "" : " (at \(path))")
    }
}
