import Decant
import DecantCaptures
import DecantImages
import DecantReport
import Foundation
import HTTPTypes

/// An object in JSON, in a form that can stand inside a script element.
struct PageObject {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(1024)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Adds a member without escaping its value.
    private mutating func add(_ name: String, raw value: some Sequence<UInt8>) {
        bytes += bytes.count > 1 ? ",\"".utf8 : "\"".utf8
        bytes += name.utf8
        bytes += "\":".utf8
        bytes += value
    }

    /// Adds a number; nothing if it is nil.
    mutating func add(_ name: String, _ number: Int?) {
        if let number { add(name, raw: "\(number)".utf8) }
    }

    /// Adds a text; nothing if it is nil.
    ///
    /// A less-than sign is escaped, so no text can end the script element or begin a comment.
    mutating func add(_ name: String, _ text: String?) {
        guard let text else { return }
        add(name, raw: CollectionOfOne(UInt8(ascii: "\"")))
        let source = Array(text.utf8)
        var copied = 0
        for (index, byte) in source.enumerated() where Self.isEscaped(byte) {
            bytes += source[copied..<index]
            bytes += Self.escape(of: byte).utf8
            copied = index + 1
        }
        bytes += source[copied...]
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "<")
    }

    private static func escape(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        default: "\\u00" + String(byte, radix: 16).leftPadded(to: 2, with: "0")
        }
    }

    /// The whole object.
    var closed: [UInt8] { bytes + [UInt8(ascii: "}")] }
}

/// The row of a response on a page: its members in JSON.
struct PageRow {
    /// The maximum number of bytes and lines of a body that is shown.
    private static let maxBodyBytes = 2048
    private static let maxBodyLines = 60

    /// The maximum number of bytes of an error that is shown.
    private static let maxErrorBytes = 8192

    /// The maximum number of header fields that are shown.
    private static let maxFields = 100

    /// The maximum length of a URL, a file name, a host, or a media type in characters.
    static let maxNameLength = 500

    /// The side of a thumbnail in pixels.
    static let thumbnailSide = 128

    /// Hides credentials.
    let mask: CredentialMask

    /// Returns the row of a response without its body.
    func object(_ response: PageResponse, _ change: ResponseChange?) -> PageObject {
        let outcome = response.item.outcome
        let context = outcome.response?.context
        var object = PageObject()
        object.add("name", response.name.visible.excerpt(to: Self.maxNameLength))
        object.add("verdict", response.row.verdict)
        object.add("status", response.status)
        object.add("method", context?.method?.rawValue)
        object.add("url", outcome.url(response.item.entry, mask)?.visible.excerpt(to: Self.maxNameLength))
        object.add("host", response.row.host)
        object.add("type", response.row.mediaType)
        object.add("bytes", outcome.response?.body.count)
        object.add("time", response.milliseconds)
        object.add("code", response.row.code)
        object.add("error", error(outcome))
        if let head = context?.head { object.add("fields", fields(head)) }
        let findings = response.row.code == nil ? outcome.findings.filter { $0.severity == .warning }.prefix(8) : []
        if !findings.isEmpty { object.add("findings", findings.map(text).joined(separator: "\n")) }
        object.add("change", change?.kind.rawValue)
        if let change { object.add("differences", change.lines.map(\.visible).joined(separator: "\n")) }
        return object
    }

    /// Returns the row of a response that is only in the first capture.
    func object(missing change: ResponseChange) -> PageObject {
        var object = PageObject()
        object.add("name", change.before?.name.visible.excerpt(to: Self.maxNameLength))
        object.add("verdict", "missing")
        object.add("status", change.before?.status)
        object.add("method", change.before?.method)
        object.add("url", change.before?.url?.visible.excerpt(to: Self.maxNameLength))
        object.add("host", change.before?.url.map(CaptureRow.host) ?? "unknown")
        object.add("type", change.before?.mediaType ?? "none")
        object.add("change", change.kind.rawValue)
        object.add("differences", change.lines.map(\.visible).joined(separator: "\n"))
        return object
    }

    /// Returns the error as the command prints it; nil without an error.
    private func error(_ outcome: Outcome) -> String? {
        switch outcome.verdict {
        case .value, .empty: return nil
        case .failure(let error):
            let isBareBody = outcome.response?.isBareBody == true
            let wording = ErrorWording(subject: isBareBody ? "file" : nil)
            return ErrorText(style: TextStyle(isColored: false), wording: wording, mask: mask).text(of: error)
                .excerpt(to: Self.maxErrorBytes)
        case .unreadable(let message): return mask("unreadable: \(message.visible)").excerpt(to: Self.maxErrorBytes)
        }
    }

    /// Returns the header fields of a response, one on each line; nil if there are none.
    private func fields(_ head: HTTPResponse) -> String? {
        let shown = head.headerFields.prefix(Self.maxFields).map { field in
            let text = "\(field.name.rawName): \(mask.value(field.value, of: field.name))".visible
            // Searching a string is slow, and a field rarely has a line feed.
            let line = text.utf8.contains(UInt8(ascii: "\n")) ? text.replacing("\n", with: "\u{2424}") : text
            return line.excerpt(to: Self.maxNameLength)
        }
        let more = head.headerFields.count - shown.count
        let lines = shown + (more > 0 ? ["… \(more.grouped) more"] : [])
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private func text(of finding: Finding) -> String {
        "\(finding.severity): \(mask(finding.message).visible)".excerpt(to: Self.maxNameLength)
    }

    /// Adds the outline of a value, or of an error body, or a thumbnail.
    func addBody(of outcome: Outcome, to object: inout PageObject) {
        switch outcome.verdict {
        case .value(let image as ReportedImage): addThumbnail(image.image, to: &object)
        case .value(let value as any PrintableValue): object.add("body", text(of: value))
        case .failure(let error):
            if let body = error.errorBody as? any PrintableValue { object.add("body", text(of: body)) }
        case .value(is StreamBody):
            guard let body = outcome.response?.body else { return }
            object.add("body", text(of: String(decoding: body.prefix(Self.maxBodyBytes), as: UTF8.self)))
        case .value, .empty, .unreadable: break
        }
    }

    private func text(of value: any PrintableValue) -> String? {
        let text = BodyText(value, lineLimit: Self.maxBodyLines, byteLimit: Self.maxBodyBytes)
        return text.text.isEmpty ? nil : mask(text.text)
    }

    /// Adds the first frame as a new PNG, so no captured byte of an image reaches a browser.
    private func addThumbnail(_ image: DecodedImage, to object: inout PageObject) {
        let pixels = image.pixels.oriented(by: image.orientation)
        object.add("imageSize", "\(ImageProperties(image: image))")
        guard max(pixels.width, pixels.height) <= 4 * Self.thumbnailSide else { return }
        object.add("image", Data(pixels.pngBytes()).base64EncodedString())
    }
}

/// A response with the properties that a page counts and shows.
struct PageResponse {
    /// The response.
    let item: CaptureInputs.Item

    /// The row of the table, with names that can be shown.
    let row: CaptureRow

    /// The status; nil without a response.
    let status: Int?

    init(_ item: CaptureInputs.Item) {
        self.item = item
        var row = CaptureRow(item.outcome, item.entry)
        row.host = row.host.visible.excerpt(to: PageRow.maxNameLength)
        row.mediaType = row.mediaType.visible.excerpt(to: PageRow.maxNameLength)
        self.row = row
        status = item.outcome.response?.context.status?.code
    }

    /// The file and the index of the response, without the folders that a reader of the page does not know.
    var name: String {
        let (path, input) = (item.path, item.outcome.input)
        let last = input.utf8.split(separator: UInt8(ascii: "/")).last
        let file = path.isEmpty ? last.map { String(Substring($0)) } ?? input : path
        return item.entry.map { "\(file)#\($0.index)" } ?? file
    }

    /// The time from the start of the request to the end of the response in milliseconds, if the capture has it.
    var milliseconds: Int? { item.entry?.duration.map { Int(($0 / .milliseconds(1)).rounded()) } }
}
