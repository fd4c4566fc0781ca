import Crypto
import Decant

extension String: DecodedValue {
    func show(on output: inout ValueOutput) -> [Finding] {
        if output.isTerminal {
            let visible = visible
            output.put(visible.hasSuffix("\n") ? visible : visible + "\n")
        } else {
            output.put(Array(utf8))
        }
        return []
    }

    /// The digest of the text in UTF-8.
    func digest() -> SHA256.Digest { SHA256.hash(data: Array(utf8)) }
}
