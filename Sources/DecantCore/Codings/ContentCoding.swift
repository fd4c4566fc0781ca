/// A content coding (RFC 9110 §8.4.1), by its registered name.
///
/// Any name can be one. Those that this build can decode are ``isBuiltIn``.
public struct ContentCoding: RawRepresentable, Sendable, Hashable, Codable {
    /// The name in lowercase, as in `Content-Encoding`.
    public let rawValue: String

    /// Creates the coding of a name.
    ///
    /// - Parameter rawValue: The name in lowercase; ``init(named:)`` accepts any letter case and `x-gzip`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the coding of a name, without regard to letter case; `x-gzip` is ``gzip`` (RFC 9110 §8.4.1.3).
    ///
    /// - Parameter name: The name as it is in `Content-Encoding`.
    public init(named name: String) {
        let name = name.lowercased()
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }
}

extension ContentCoding {
    /// The gzip format (RFC 1952), also named `x-gzip`.
    public static let gzip = Self(rawValue: "gzip")

    /// The zlib format (RFC 1950); many servers send raw deflate data (RFC 1951) under this name.
    public static let deflate = Self(rawValue: "deflate")

    /// Brotli (RFC 7932); needs the trait `Brotli`.
    public static let brotli = Self(rawValue: "br")

    /// Zstandard (RFC 8878, RFC 9659); needs the trait `Zstd`.
    public static let zstd = Self(rawValue: "zstd")

    /// The codings that a build can have.
    package static let all: [ContentCoding] = [.gzip, .deflate, .brotli, .zstd]

    /// Whether this build can decode the coding.
    public var isBuiltIn: Bool {
        switch self {
        case .gzip, .deflate: return true
        case .brotli:
            #if Brotli
            return true
            #else
            return false
            #endif
        case .zstd:
            #if Zstd
            return true
            #else
            return false
            #endif
        default: return false
        }
    }

    /// The value of an `Accept-Encoding` field (RFC 9110 §12.5.3) that names the codings of this build.
    ///
    /// Only a client that leaves codings in place needs it; URLSession has a value of its own.
    public static var acceptValue: String { builtInNames }

    private static let builtInNames = all.filter(\.isBuiltIn).map(\.rawValue).joined(separator: ", ")

    /// The trait that builds the coding in; nil if no trait does.
    var trait: String? {
        switch self {
        case .brotli: "Brotli"
        case .zstd: "Zstd"
        default: nil
        }
    }
}

/// The codings that the `Content-Encoding` fields of a head name, in the order in which they were applied.
package struct ContentCodingList {
    /// The codings, without those that change nothing.
    package private(set) var elements: [ContentCoding] = []

    private var log = FindingLog()

    /// Names that are sent as codings and change nothing.
    private static let plainNames: Set = ["none", "utf-8", "utf8", "binary", "7bit", "8bit", "aws-chunked"]

    /// The findings about names that are not content codings.
    package var findings: [Finding] { log.all }

    /// Reads the list from the values of all field lines (RFC 9110 §8.4, §5.6.1).
    package init(fieldValues: [String]) {
        for value in fieldValues {
            for element in value.split(separator: ",") { add(element.lowercased().trimmingHTTPWhiteSpace) }
        }
    }

    private mutating func add(_ name: String) {
        if name.isEmpty { return }
        if name == "identity" || Self.plainNames.contains(name) {
            let severity: Finding.Severity = name == "identity" ? .note : .warning
            log.report(.contentCoding) {
                Finding(.contentCoding, severity, "“\(name)” is not a content coding and was ignored")
            }
        } else {
            elements.append(ContentCoding(named: name))
        }
    }

    /// The codings, outermost first, if all of them can be undone here.
    package func undoable() throws(ResponseError) -> [ContentCoding] {
        if let coding = elements.last(where: { !$0.isBuiltIn }) { throw Self.unsupported(coding) }
        return elements.reversed()
    }

    static func unsupported(_ coding: ContentCoding) -> ResponseError {
        if let trait = coding.trait {
            let message = "this build cannot decode the content coding \(coding.rawValue)"
            return ResponseError(.unsupportedFormat, message, hint: "enable the trait \(trait) of the package Decant")
        }
        let hint = "request a coding that can be decoded: Accept-Encoding: \(ContentCoding.acceptValue)"
        let message = "the content coding “\(coding.rawValue.excerpt(40))” is unknown"
        return ResponseError(.unsupportedFormat, message, hint: hint)
    }

    static func tooManyLayers(_ count: Int, limit: Int) -> ResponseError {
        let message = "the body has \(count.counted("content coding")), more than the limit of \(limit)"
        return ResponseError(.limitExceeded, message, limit: .codingLayers)
    }
}

extension String {
    /// The text without spaces and tabs around it.
    fileprivate var trimmingHTTPWhiteSpace: String {
        let scalars = unicodeScalars.drop(while: \.isHTTPWhiteSpace)
        guard let last = scalars.lastIndex(where: { !$0.isHTTPWhiteSpace }) else { return "" }
        return String(scalars[...last])
    }
}
