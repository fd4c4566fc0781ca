import Crypto
import Decant

extension ResponseBody: DecodedValue {
    func show(on output: inout ValueOutput) {
        guard output.isTerminal else { return output.put(bytes) }
        output.put(HexDump(prefix(512).bytes, of: count).lines.map { $0 + "\n" }.joined())
    }

    /// The digest of the bytes.
    func digest() -> SHA256.Digest { SHA256.hash(data: bytes) }
}
