import Crypto
import Decant

extension String: DecodedValue {
    func show(on output: inout ValueOutput) {
        guard output.isTerminal else { return output.put(Array(utf8)) }
        let visible = visible
        output.put(visible.hasSuffix("\n") ? visible : visible + "\n")
    }

    /// The digest of the text in UTF-8.
    func digest() -> SHA256.Digest { SHA256.hash(data: Array(utf8)) }
}
