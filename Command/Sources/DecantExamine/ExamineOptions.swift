import Decant
import DecantReport
import HTTPTypes

/// The arguments of `decant-examine`, which takes the options of `decant`.
struct ExamineOptions {
    /// A usage error.
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    private static let usage = """
        usage: decant-examine [--as FORMAT] [--input KIND] [--status NUMBER] [--content-type TYPE] [--method METHOD] \
        [--accept-status RANGES] [--plist-format FORMAT] [--no-namespaces] [--coding NAMES] [--skip-bad-items] \
        [--report] [--digest] PATH...
        """

    /// The options for reading and decoding files.
    private(set) var reading = ReadingOptions()

    /// The kind of files with several responses; nil for files with one response or body.
    private(set) var capture: CaptureKind?

    /// Whether a line is a JSON object.
    private(set) var isReport = false

    /// Whether a line has digests.
    private(set) var isDigest = false

    /// The names of the files, which need not be UTF-8.
    private(set) var paths: [[UInt8]] = []

    init(_ arguments: [[UInt8]]) throws(UsageError) {
        var rest = arguments[...]
        while let bytes = rest.popFirst() {
            let text = String(decoding: bytes, as: UTF8.self)
            if text == "--" {
                paths += rest
                break
            }
            guard text.hasPrefix("--") else {
                paths.append(bytes)
                continue
            }
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parseFlag(text) { continue }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst().map({ String(decoding: $0, as: UTF8.self) })
            else { throw UsageError(description: "no value for \(text)\n\(Self.usage)") }
            guard parse(parts[0], value) else {
                throw UsageError(
                    description: "expected an option and its value, but found \(parts[0]) \(value)\n\(Self.usage)"
                )
            }
        }
        guard !paths.isEmpty, isReport || isDigest else { throw UsageError(description: Self.usage) }
        reading.decodesToEnd = isReport
        // The digest of a saved response covers the body as transferred.
        reading.isRaw = true
    }

    private mutating func parseFlag(_ name: String) -> Bool {
        switch name {
        case "--report": isReport = true
        case "--digest": isDigest = true
        case "--skip-bad-items": reading.skipsBadItems = true
        case "--no-namespaces": reading.noNamespaces = true
        default: return false
        }
        return true
    }

    /// Applies an option with a value.
    ///
    /// Returns false if the option or the value is unknown.
    private mutating func parse(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--as": return Self.set(&reading.kind, DecodingKind(rawValue: value))
        case "--input":
            capture = CaptureKind(rawValue: value)
            return capture != nil || Self.set(&reading.input, InputKind(rawValue: value))
        case "--status": return Self.set(&reading.status, Self.status(value))
        case "--content-type": return Self.set(&reading.contentType, value)
        case "--method": return Self.set(&reading.method, HTTPRequest.Method(value))
        case "--accept-status": return Self.set(&reading.acceptStatus, StatusCodes(value))
        case "--coding": return Self.set(&reading.coding, value)
        case "--plist-format": return Self.set(&reading.plistFormat, PropertyListChoice(rawValue: value))
        default: return false
        }
    }

    private static func set<Value>(_ target: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        target = value
        return true
    }

    private static func set<Value>(_ target: inout Value?, _ value: Value?) -> Bool {
        guard let value else { return false }
        target = value
        return true
    }

    private static func status(_ text: String) -> HTTPResponse.Status? {
        guard text.utf8.count <= 3, let code = UInt16(text) else { return nil }
        return HTTPResponse.Status(code: Int(code))
    }
}
