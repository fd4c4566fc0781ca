import DecantCore
import DecantJSON

extension JSON.Options {
    /// Options with these about `Decodable` types.
    init(_ decoding: DecodingOptions) {
        self.init()
        self.decoding = decoding
    }
}

extension JSON {
    init(_ text: String, options: JSON.Options = JSON.Options(), limits: Limits = Limits()) throws(ResponseError) {
        try self.init(parsing: ResponseBody(Array(text.utf8)), options: options, limits: limits)
    }
}
