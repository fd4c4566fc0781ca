import Decant
import DecantCaptures
import DecantReport
import HTTPTypes

/// A response of a capture or of a stored report, in the form in which two are compared.
///
/// It is encoded as a part of a change.
struct ComparedResponse: Encodable {
    /// The verdicts, the best first.
    enum Verdict: String, Comparable, Encodable {
        case value, empty, failure

        static func < (left: Verdict, right: Verdict) -> Bool {
            let all: [Verdict] = [.value, .empty, .failure]
            return all.firstIndex(of: left) ?? 0 < all.firstIndex(of: right) ?? 0
        }
    }

    private enum CodingKeys: String, CodingKey {
        case name = "input"
        case verdict
        case code
        case message
        case status
        case mediaType = "contentType"
        case byteCount = "bytes"
    }

    /// The file and the index of the response.
    let name: String

    /// The method of the request, if known.
    let method: String?

    /// The displayed URL of the request; nil if unknown.
    let url: String?

    /// The method and the URL, or the position in the input if the URL is unknown.
    let key: String

    /// Further properties by which a response with hidden values is matched, the most exact ones first.
    let hiddenKeys: [String]

    /// Whether the values of the response are hidden, so its URL may differ.
    let isHidden: Bool

    let verdict: Verdict

    /// The code of the error, if there is one.
    let code: String?

    /// The message of the error, if there is one.
    let message: String?

    let status: Int?

    /// The media type without its parameters.
    let mediaType: String?

    /// The length of the body.
    let byteCount: Int?

    /// The result of decoding; nil for a line of a report.
    var outcome: Outcome?

    /// The request for a person.
    var request: String { url.map { "\(method ?? "GET") \($0)" } ?? name }

    /// The verdict, with the code and the message of an error.
    var verdictText: String {
        guard let code else { return verdict.rawValue }
        return "\(verdict.rawValue) (\(code)" + (message.map { ": \($0)" } ?? "") + ")"
    }
}

/// The way in which responses are named, matched, and shown.
struct ComparisonStyle {
    /// Hides credentials, unless they are wanted.
    let mask: CredentialMask

    /// Whether a stored report is involved; its URLs have no query.
    let comparesReports: Bool
}

extension ComparedResponse {
    /// Describes a response of a capture.
    init(_ item: CaptureInputs.Item, _ style: ComparisonStyle) {
        let outcome = item.outcome
        let context = outcome.response?.context
        name = item.entry.map { "\(outcome.input)#\($0.index)" } ?? outcome.input
        method = context?.method?.rawValue
        url = outcome.url(item.entry, style.mask)
        let matched = style.comparesReports ? context?.redactedURL.map(Credentials.redacted(url:)) : context?.url
        // A report has the paths of its files from another folder.
        let path = style.comparesReports ? item.path.fileName : item.path
        key = Self.key(method, matched, path: path, entry: item.entry?.index)
        let rough = "\(method ?? "GET") \(context?.status?.code ?? 0)"
        hiddenKeys = item.entry.map { ["\(rough) \($0.startedDateTime ?? "")", rough] } ?? []
        isHidden = item.entry?.hiding != nil
        verdict = Verdict(rawValue: outcome.verdict.name) ?? .failure
        code = outcome.verdict.errorCode
        message = style.mask.message(of: outcome.verdict)
        status = context?.status?.code
        mediaType = context?.mediaType?.essence
        byteCount = outcome.response?.body.count
        self.outcome = outcome
    }

    /// Describes a line of a stored report.
    ///
    /// - Parameter hasOneFile: Whether all lines are about the same file, which may have another name now.
    init(_ line: StoredLine, _ style: ComparisonStyle, hasOneFile: Bool) {
        name = line.entry.map { "\(line.input)#\($0)" } ?? line.input
        method = line.method
        // The report may have whole URLs.
        let matched = line.url.flatMap { ResponseContext(mediaType: nil, url: $0).redactedURL }
            .map(Credentials.redacted(url:))
        url = style.mask.isActive ? matched : line.url
        key = Self.key(method, matched, path: hasOneFile ? "" : line.input.fileName, entry: line.entry)
        (hiddenKeys, isHidden) = ([], false)
        verdict = Verdict(rawValue: line.verdict) ?? .failure
        code = line.error?.code
        message = line.error?.message.map { style.mask($0) }
        status = line.status
        mediaType = line.contentType.flatMap { ResponseMediaType(parsing: $0)?.essence }
        byteCount = line.bytes
    }

    private static func key(_ method: String?, _ url: String?, path: String, entry: Int?) -> String {
        url.map { "\(method ?? "GET") \($0)" } ?? "\(path)#\(entry ?? 0)"
    }
}

extension String {
    /// The last part of a path.
    fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}

extension Outcome {
    /// Returns the displayed URL of the request.
    func url(_ entry: CaptureEntry?, _ mask: CredentialMask) -> String? {
        guard mask.isActive else { return response?.context.url }
        return entry.map(\.urlWithoutCredentials) ?? response?.context.redactedURL.map(mask.url)
    }
}
