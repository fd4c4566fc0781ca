#if Digests
public import DecantCore

extension WARC.Record {
    /// Compares the digests of the header with the block and the payload (ISO 28500 §5.8, §5.9).
    ///
    /// The algorithms are SHA-1, SHA-256, and SHA-512; the digests have base32 or hexadecimal digits. The digest of a
    /// payload may include the framing of its chunks, because crawlers differ. The payload of a revisit or a segment is
    /// not in the record, so its digest is not verified.
    ///
    /// - Returns: A finding with the code `digestMismatch` for each digest that differs, and one with the code
    ///   `unverifiedDigest` for each with another algorithm or a malformed value.
    public func digestFindings() -> [Finding] {
        let block = bytes.shared(headerCount..<bytes.count)
        var findings = findings(about: "WARC-Block-Digest") { [block] }
        guard kind != .revisit, header.segment == nil else { return findings }
        findings += self.findings(about: "WARC-Payload-Digest") { payloads(of: block) }
        return findings
    }

    private func findings(about name: String, _ contents: () -> [ResponseBytes]) -> [Finding] {
        guard let text = self[name] else { return [] }
        guard let digest = LabelledDigest(text) else {
            let message = "\(name) is not verified: expected sha1, sha256, or sha512, and a digest, but found "
            return [Finding(.unverifiedDigest, .note, message + "“\(text.excerpt(40))”")]
        }
        guard !contents().contains(where: { digest.algorithm.digest(of: $0.span) == digest.bytes }) else { return [] }
        let message = "the \(digest.algorithm.rawValue) of the content differs from \(name)"
        return [Finding(.digestMismatch, .warning, message)]
    }

    /// The bytes that a crawler may have digested as the payload.
    private func payloads(of block: ResponseBytes) -> [ResponseBytes] {
        guard let type = contentType.flatMap(ResponseMediaType.init(parsing:)), type.essence == "application/http"
        else {
            return [block]
        }
        var position = 0
        while position < block.count {
            let line = block.span.line(at: position)
            position = line.end
            if line.content.isEmpty { break }
        }
        let joined = kind == .response ? entry.map { [$0.body] } ?? [] : []
        return [block.dropFirst(position)] + joined
    }
}

/// A digest with the name of its algorithm.
///
/// ISO 28500 §5.8: `labelled-digest = algorithm ":" digest-value`.
private struct LabelledDigest {
    let algorithm: DigestAlgorithm
    let bytes: [UInt8]

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let algorithm = DigestAlgorithm(name: parts[0]) else { return nil }
        self.algorithm = algorithm
        let isHexadecimal = parts[1].utf8.count == algorithm.count * 2
        guard let bytes = Self.bytes(of: parts[1].utf8, bitsPerDigit: isHexadecimal ? 4 : 5),
            bytes.count == algorithm.count
        else { return nil }
        self.bytes = bytes
    }

    /// Decodes digits of base16 or base32 (RFC 4648 §6, §8) in any letter case; returns nil for other characters.
    private static func bytes(of text: Substring.UTF8View, bitsPerDigit: Int) -> [UInt8]? {
        var (bytes, bits, bitCount) = ([UInt8](), 0, 0)
        for byte in text {
            // The padding is at the end.
            if byte == UInt8(ascii: "=") { break }
            guard let digit = bitsPerDigit == 4 ? Character(Unicode.Scalar(byte)).hexDigitValue : base32Value(byte)
            else { return nil }
            bits = (bits << bitsPerDigit | digit) & 0xFFFF
            bitCount += bitsPerDigit
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        }
        return bytes
    }

    private static func base32Value(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "2")...UInt8(ascii: "7"): Int(byte - UInt8(ascii: "2")) + 26
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        default: nil
        }
    }
}
#endif
