import Decant
import HTTPTypes

/// A body that is a file in gzip or zstd, although no content coding says so.
enum CompressedContent {
    /// The maximum number of bytes to decompress for a guess.
    private static let reach = 1 << 16

    /// The names of compressed files end with these.
    private static let suffixes = [".gz", ".gzip", ".zst"]

    private static let signatures: [([UInt8], ContentCoding)] = [
        ([0x1F, 0x8B], .gzip), ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
    ]

    /// Returns the compression of a file by its first bytes; nil for other files.
    static func coding(of first: some Sequence<UInt8>) -> ContentCoding? {
        signatures.first { first.starts(with: $0.0) }?.1
    }

    /// Returns the first bytes of a file after decompression; nil for other files, and for a damaged one.
    static func beginning(of body: ResponseBytes) -> ResponseBytes? {
        guard let coding = coding(of: body), var decoder = try? ContentDecoder([coding]) else { return nil }
        var beginning: [UInt8] = []
        do throws(ResponseError) {
            try decoder.append(body.prefix(reach).span)
            while beginning.count < reach, let chunk = try decoder.next() {
                beginning.append(contentsOf: ResponseBytes(chunk))
            }
        } catch {
            // The bytes before an error suffice for a guess.
        }
        // The last character may be incomplete.
        let rest = beginning.suffix(3)
        if let start = rest.lastIndex(where: { $0 >= 0xC0 }) { beginning.removeSubrange(start...) }
        return beginning.isEmpty ? nil : ResponseBytes(beginning)
    }

    /// Returns the name of a file without the suffix of its compression.
    static func name(_ name: String?) -> String? {
        guard let name, let suffix = suffixes.first(where: name.lowercased().hasSuffix) else { return name }
        return String(name.dropLast(suffix.count))
    }
}

extension InputResponse {
    /// Whether the body begins as a compressed file that no content coding describes.
    var isCompressedFile: Bool {
        context.head?.headerFields[.contentEncoding] == nil && CompressedContent.coding(of: body) != nil
    }

    /// The body, or the first bytes of a compressed file after decompression.
    ///
    /// They show the format of the content.
    func content(_ options: ReadingOptions) -> ResponseBytes {
        guard !options.isRaw, isCompressedFile else { return body }
        return CompressedContent.beginning(of: body) ?? body
    }
}
