import Decant

/// The error of a report line.
struct ReportedError: Encodable {
    private enum CodingKeys: CodingKey {
        case code, message, offset, line, column, path, limit, hint
    }

    private let code: String
    private let message: String
    private let error: ResponseError?

    /// Takes the error of a verdict, if it is one.
    init?(_ verdict: Outcome.Verdict) {
        switch verdict {
        case .value, .empty: return nil
        case .failure(let error):
            code = error.code.description
            message = error.message
            self.error = error
        case .unreadable(let message):
            code = "unreadableInput"
            self.message = message
            error = nil
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(error?.offset, forKey: .offset)
        try container.encode(error?.position?.line, forKey: .line)
        try container.encode(error?.position?.column, forKey: .column)
        try container.encode(path, forKey: .path)
        try container.encode(error?.limit?.rawValue, forKey: .limit)
        try container.encode(error?.hint, forKey: .hint)
    }

    /// The path, cut where the names and the depth of a body make it longer than anyone would read.
    private var path: String? {
        guard let path = error?.path, !path.isEmpty else { return nil }
        let text = CodingPathComponent.text(of: path)
        let start = String(text.unicodeScalars.prefix(Self.pathLength))
        return start.utf8.count == text.utf8.count ? text : start + "…"
    }

    private static let pathLength = 2000
}
