import DecantCore
import DecantText
import DecantXML
import TestSupport

/// The digest of a document's events, as the corpus defines it.
enum TokenDigest {
    /// Reads a document to its end.
    static func digest(
        of bytes: [UInt8],
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) -> String {
        let lines = try lines(of: bytes, options: options, limits: limits)
        return SHA256Digest(Array(lines.joined(separator: "\n").utf8)).description
    }

    static func lines(
        of bytes: [UInt8],
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) -> [String] {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        var tokenizer = try XMLTokenizer(ResponseBody(bytes), in: &context, options: options)
        var lines: [String] = []
        var pending = ""
        while try tokenizer.advance() {
            let token = tokenizer.token
            if token.kind == .text || token.kind == .cdata {
                pending += tokenizer.string(of: token.text)
                continue
            }
            if !pending.isEmpty { lines.append("T:" + hex(pending)) }
            pending = ""
            switch token.kind {
            case .startElement:
                lines.append("S:" + hex(tokenizer.string(of: token.name.slice)))
                lines += (0..<tokenizer.attributeCount).map { index in
                    let attribute = tokenizer.attribute(at: index)
                    let name = hex(tokenizer.string(of: attribute.name.slice))
                    return "A:\(name)=\(hex(tokenizer.string(of: attribute.value)))"
                }.sorted()
            case .endElement: lines.append("E:" + hex(tokenizer.string(of: token.name.slice)))
            case .comment: lines.append("C:" + hex(tokenizer.string(of: token.text)))
            case .processingInstruction:
                let target = hex(tokenizer.string(of: token.name.slice))
                lines.append("P:\(target):\(hex(tokenizer.string(of: token.text)))")
            default: break
            }
        }
        return lines
    }

    static func hex(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
