import Decant

/// Whether bytes of an unknown type are text.
enum TextValidity {
    /// Whether the bytes are valid UTF-8 without a zero byte, or begin with a mark of UTF-16.
    static func isText(_ body: ResponseBody) -> Bool {
        let bytes = body.bytes
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        return !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }
}
