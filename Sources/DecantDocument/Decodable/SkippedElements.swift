package import DecantCore

/// The array elements that one decoding skips because they cannot be decoded.
package struct SkippedElements {
    /// The maximum number of findings, regardless of the number of skipped elements.
    private static let maxFindings = 1000

    /// The remaining number of elements that may be skipped, by the path of the array.
    private var left: [[String]: Int]

    /// The texts of the paths that have not led to an array, by their names.
    private var unused: [[String]: String]

    /// The findings, one for each skipped element.
    package private(set) var findings: [Finding] = []

    /// Whether the maximum number of skipped elements was exceeded.
    package private(set) var isExhausted = false

    /// Creates the state from the maximum numbers by array path; `names` returns the components of a path.
    package init<Path: CustomStringConvertible>(_ bounds: [Path: Int], names: (Path) -> [String]) {
        left = Dictionary(bounds.map { (names($0.key), $0.value) }, uniquingKeysWith: max)
        let paths = bounds.keys.filter { !names($0).isEmpty }
        unused = Dictionary(paths.map { (names($0), $0.description) }) { first, _ in first }
    }

    /// Whether a path has not led to an array yet.
    package var hasUnusedPaths: Bool { !unused.isEmpty }

    /// Returns the key of the entry that applies to an array, or nil if no entry applies.
    ///
    /// An entry applies to the exact path, to the path without its indices, or to all arrays.
    package func entry(for path: [any CodingKey]) -> [String]? {
        (Self.keys(of: path) + [[]]).first { left[$0] != nil }
    }

    /// Records that decoding reached an array.
    package mutating func recordArray(at path: [any CodingKey]) {
        guard hasUnusedPaths else { return }
        for key in Self.keys(of: path) { unused[key] = nil }
    }

    /// Returns the path with its indices, and without them.
    private static func keys(of path: [any CodingKey]) -> [[String]] {
        let steps = path.filter { !$0.stringValue.isEmpty }
        let exact = steps.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return [exact, steps.filter { $0.intValue == nil }.map(\.stringValue)]
    }

    /// Returns a finding for each path that led to no array.
    ///
    /// - Parameters:
    ///   - top: The path to the value where decoding started.
    ///   - offset: The offset of this value in the body as received.
    package func unusedPaths(under top: [CodingPathComponent], at offset: Int) -> [Finding] {
        unused.values.sorted().prefix(Self.maxFindings).map { path in
            let start = top.isEmpty ? "" : "; the path begins at \(CodingPathComponent.text(of: top).excerpt(200))"
            let message = "no array is at the path \(path.excerpt(200)) of `.skippingBadElements(at:)`\(start)"
            return Finding(.unusedPath, .warning, message, offset: offset)
        }
    }

    /// Skips an element, or rethrows its error.
    ///
    /// - Throws: `error` if it is not about a value or the maximum number is exceeded.
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
        guard findings.count < Self.maxFindings else { return }
        let components = top + path.map { CodingPathComponent($0) } + [.index(index)]
        let element = CodingPathComponent.text(of: components).excerpt(200)
        let message = "skipped the element \(element): \(Self.reason(of: error, under: top, besides: element))"
        findings.append(Finding(.skippedElement, .warning, message, offset: offset()))
    }

    /// Adds a hint to the error of the first element beyond the maximum number, or to an error in an array at a path that
    /// begins at the top of the document.
    package func completed(_ error: ResponseError, under top: [CodingPathComponent] = []) -> ResponseError {
        guard error.details.hint.isEmpty else { return error }
        var error = error
        let names = error.details.path.compactMap { if case .key(let key) = $0 { key } else { nil } }
        if !top.isEmpty, let path = unused.first(where: { names.starts(with: $0.key) })?.value {
            let start = CodingPathComponent.text(of: top).excerpt(200)
            error.details.hint = Hint("the path \(path.excerpt(200)) of `.skippingBadElements(at:)` begins at \(start)")
            return error
        }
        guard isExhausted else { return error }
        let remedy = Remedy(.option, "badElements", text: "`.skippingBadElements(upTo:)` allows more")
        error.details.hint = Hint("as many bad elements as allowed were skipped before it", remedy)
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
