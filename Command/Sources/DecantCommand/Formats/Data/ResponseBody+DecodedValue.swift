import Crypto
import Decant

extension ResponseBody: DecodedValue {
    func show(on output: inout ValueOutput) -> [Finding] {
        if output.isTerminal {
            output.put(HexDump(prefix(512).bytes, of: count).lines.map { $0 + "\n" }.joined())
        } else {
            output.put(bytes)
        }
        return []
    }

    /// The digest of the bytes.
    func digest() -> SHA256.Digest { SHA256.hash(data: bytes) }
}
