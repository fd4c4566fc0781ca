import Decant
import DecantCaptures

/// The beginning of a file: its head, and the part of the body that has arrived.
///
/// A pipe may stay open forever, so no more is read than is needed to know the head. The bytes stay in the file for the
/// next read.
package struct InputBeginning {
    /// The response; its body is only a prefix.
    package let response: InputResponse

    /// Whether the remainder of the file continues the body unchanged, without the framing of chunks.
    package let continues: Bool

    /// Reads the beginning of a file.
    ///
    /// - Parameter fileName: The name for guessing a media type.
    /// - Returns: Nil if the head is malformed or is not followed by a body, which reading the whole file explains.
    /// - Throws: ``UnreadableInput``, or ``ResponseError`` if the content coding that the options name is unsupported.
    package init?(of file: InputFile, named fileName: String?, _ options: ReadingOptions) throws {
        var (bytes, isAtEnd) = try file.peek()
        let isBody = options.input == .body || options.input == .auto && !SavedResponse.begins(bytes)
        if isBody {
            response = try InputResponse(ResponseBytes(bytes), named: fileName, options)
            continues = options.coding == nil
            return
        }
        while true {
            if let saved = Self.saved(in: bytes, isWhole: isAtEnd, options) {
                let isDecoded: Bool? = options.isRaw ? true : nil
                response = InputResponse(
                    head: saved.head,
                    body: saved.body,
                    findings: saved.findings,
                    isDecoded: isDecoded,
                    options
                )
                continues = !saved.findings.contains { $0.code == .chunkedBody || $0.severity == .failure }
                return
            }
            if isAtEnd || bytes.count > options.limits.headBytes { return nil }
            (bytes, isAtEnd) = try file.peek()
        }
    }

    /// Returns the response, if no other head can follow.
    private static func saved(in bytes: [UInt8], isWhole: Bool, _ options: ReadingOptions) -> SavedResponse? {
        guard let saved = try? SavedResponse(bytes, limits: options.limits) else { return nil }
        // More fields may follow until the empty line has arrived.
        let isComplete =
            !saved.body.isEmpty || ["\r\n\r\n", "\n\n"].contains { bytes.reversed().starts(with: $0.utf8.reversed()) }
        guard isWhole || isComplete else { return nil }
        let fields = saved.head.headerFields
        // The body shows whether another head follows, and whether the chunks were decoded already.
        let isDecided = (200..<300).contains(saved.head.status.code) && fields[.transferEncoding] == nil
        return isWhole || isDecided || saved.body.count >= 8 ? saved : nil
    }
}
