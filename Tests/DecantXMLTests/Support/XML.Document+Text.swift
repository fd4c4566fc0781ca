import DecantCore
import DecantXML

extension XML.Document {
    /// Reads a text.
    init(_ text: String, limits: Limits = Limits(), _ change: (inout XML.Options) -> Void = { _ in })
        throws(ResponseError)
    {
        var options = XML.Options()
        change(&options)
        try self.init(parsing: ResponseBody(text.utf8), options: options, limits: limits)
    }
}
