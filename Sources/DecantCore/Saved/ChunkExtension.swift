/// Chunk extensions (RFC 9112 §7.1.1), which mean nothing to anyone and are checked only.
struct ChunkExtension {
    private let bytes: ResponseBody

    init(_ bytes: ResponseBody) {
        self.bytes = bytes
    }

    /// RFC 9112 §7.1.1: `chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`.
    ///
    /// White space at the end is let pass, since there are servers that pad the size with it.
    func parse(_ range: Range<Int>) throws(ResponseError) {
        var position = range.lowerBound
        while true {
            skipWhiteSpace(&position, range.upperBound)
            guard position < range.upperBound else { return }
            guard bytes[position] == 0x3B else {
                throw ResponseError(.malformedBody, "a semicolon has to follow the size of a chunk", offset: position)
            }
            position += 1
            skipWhiteSpace(&position, range.upperBound)
            try token(&position, range.upperBound)
            try value(&position, range.upperBound)
        }
    }

    private func value(_ position: inout Int, _ end: Int) throws(ResponseError) {
        var next = position
        skipWhiteSpace(&next, end)
        guard next < end, bytes[next] == 0x3D else { return }
        position = next + 1
        skipWhiteSpace(&position, end)
        if position < end, bytes[position] == 0x22 {
            try quotedString(&position, end)
        } else {
            try token(&position, end)
        }
    }

    /// RFC 9110 §5.6.2: `token = 1*tchar`.
    private func token(_ position: inout Int, _ end: Int) throws(ResponseError) {
        let start = position
        while position < end, bytes[position].isToken { position += 1 }
        guard position > start else {
            throw ResponseError(.malformedBody, "a chunk extension has no name or no value", offset: position)
        }
    }

    /// RFC 9110 §5.6.4: `quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE`.
    private func quotedString(_ position: inout Int, _ end: Int) throws(ResponseError) {
        let start = position
        position += 1
        while position < end, bytes[position] != 0x22 { position += bytes[position] == 0x5C ? 2 : 1 }
        guard position < end else {
            throw ResponseError(.malformedBody, "a quotation mark in a chunk extension is not closed", offset: start)
        }
        position += 1
    }

    private func skipWhiteSpace(_ position: inout Int, _ end: Int) {
        while position < end, bytes[position].isOptionalWhiteSpace { position += 1 }
    }
}
