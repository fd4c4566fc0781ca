internal import DecantCore
internal import HTTPTypes

extension CaptureEntry {
    /// The response in the form that `curl -i` prints and ``SavedResponse`` parses, or nil if the capture has none.
    ///
    /// The fields describe the written body: `Content-Length` is its length, `Transfer-Encoding` is omitted,
    /// and so is the `Content-Encoding` of a body that is already decoded. Captured text is written in UTF-8 with this
    /// charset.
    public var savedResponse: [UInt8]? {
        guard let head = context.head else { return nil }
        let digits = String(head.status.code)
        let status = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
        var bytes = Array("HTTP/1.1 \(status) \(head.status.reasonPhrase)\r\n".utf8)
        for field in head.headerFields {
            guard let value = written(field) else { continue }
            bytes += field.name.rawName.utf8
            bytes += Array(": ".utf8) + value + Array("\r\n".utf8)
        }
        if !context.forbidsBody { bytes += "Content-Length: \(body.count)\r\n".utf8 }
        bytes += "\r\n".utf8
        return context.forbidsBody ? bytes : bytes + body
    }

    /// Returns the value of a field in a saved response, or nil if the field does not describe the written body.
    private func written(_ field: HTTPField) -> [UInt8]? {
        switch field.name {
        case .contentLength, .transferEncoding: return context.forbidsBody ? bytes(of: field) : nil
        case .contentEncoding: return context.isDecoded == true ? nil : bytes(of: field)
        case .contentType where isText:
            guard let type = context.mediaType, let charset = type.charset, charset.lowercased() != "utf-8" else {
                return bytes(of: field)
            }
            let others = type.parameters.filter { $0.key != "charset" }
            let parameters = others + [(key: "charset", value: "utf-8")]
            let changed = ResponseMediaType(type: type.type, subtype: type.subtype, parameters: parameters)
            return Array(changed.description.utf8)
        default: return bytes(of: field)
        }
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes are copied inside the closure that receives them.

    /// Returns the bytes of a value, which need not be UTF-8.
    private func bytes(of field: HTTPField) -> [UInt8] {
        unsafe field.withUnsafeBytesOfValue { unsafe Array($0) }
    }
}
