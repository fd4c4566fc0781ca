/// The location that a decoder gives an error: an offset, and the bytes in which it counts.
///
/// The error computes line, column, and snippet from it once, when it is created or moved.
package enum ErrorSite: Sendable {
    /// An offset in the body that the decoder was given; the path of the response adds the body.
    case body(Int)

    /// An offset in bytes without lines: those of a binary format, or of a stream that are not in memory any more.
    case bytes(Int)

    /// An offset in a text; the line is that of ``SourceText/position(of:line:)``.
    case text(Int, SourceText, line: Int? = nil)
}

/// The location of an error, as far as it is known.
enum ErrorLocation: Sendable {
    case unknown

    /// An offset in a body that is not known yet.
    case body(Int)

    /// An offset in bytes without lines.
    case bytes(Int)

    /// A position in a text.
    case text(SourcePosition, Snippet)

    /// Computes the line, the column, and the snippet of a site: the one function that does so for errors.
    init(_ site: ErrorSite) {
        switch site {
        case .body(let offset): self = .body(max(0, offset))
        case .bytes(let offset): self = .bytes(max(0, offset))
        case .text(let offset, let source, let line):
            let position = source.position(of: offset, line: line)
            self = .text(position, source.snippet(at: offset, line: position.line))
        }
    }

    var offset: Int? {
        switch self {
        case .unknown: nil
        case .body(let offset), .bytes(let offset): offset
        case .text(let position, _): position.offset
        }
    }

    var position: SourcePosition? {
        guard case .text(let position, _) = self else { return nil }
        return position
    }

    var snippet: Snippet? {
        guard case .text(_, let snippet) = self else { return nil }
        return snippet
    }
}

extension ResponseError {
    /// Returns the error at another location, such as one in a stream for an error in an item.
    package func moved(to site: ErrorSite) -> ResponseError {
        var error = self
        error.details.location = ErrorLocation(site)
        return error
    }

    /// Locates an error that has only an offset in the body of its decoder.
    ///
    /// - Parameter site: A closure that returns the site of an offset in this body.
    package mutating func locate(_ site: (_ offset: Int) -> ErrorSite) {
        guard case .body(let offset) = details.location else { return }
        details.location = ErrorLocation(site(offset))
    }

    /// Locates an error that has only an offset in a body, which is read as UTF-8.
    func located(in body: ResponseBytes) -> ResponseError {
        var error = self
        error.locate { $0 <= body.count ? .text($0, SourceText(body)) : .body($0) }
        return error
    }

    /// Adds a body, and the position in it.
    package mutating func add(_ body: ResponseBytes, _ limits: Limits) {
        details.body = body.prefix(limits.errorBodyBytes)
        details.bodyCount = body.count
        self = located(in: body)
    }
}
