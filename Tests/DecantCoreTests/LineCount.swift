import DecantCore

/// A serializer as a user of the library writes it, with nothing but the public interface.
struct LineCount: ResponseSerializer {
    var handling = ResponseHandling(accepting: ["text/plain"])

    func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Int {
        if let bad = body.bytes.firstIndex(of: 0) {
            throw ResponseError(.malformedBody, "a zero byte", offset: bad, path: [.index(bad)])
        }
        return body.bytes.count { $0 == 0x0A }
    }

    func decodeErrorBody(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }
}
