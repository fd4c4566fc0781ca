import DecantCore
import DecantJSON

extension JSONDocument {
    init(_ text: String, options: JSONOptions = JSONOptions(), limits: Limits = Limits()) throws(ResponseError) {
        try self.init(parsing: ResponseBody(Array(text.utf8)), options: options, limits: limits)
    }
}
