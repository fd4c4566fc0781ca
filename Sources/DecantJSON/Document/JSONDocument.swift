public import DecantCore

/// A JSON text that was read and found valid: the body it stands in, and a flat list of where everything is.
///
/// Strings and numbers stay in the body until they are asked for. The document keeps the body alive; look at what it says
/// through ``root``, or make `Decodable` types from it.
public struct JSONDocument: Sendable {
    /// The text in UTF-8, in which the nodes' offsets count.
    package let body: ResponseBody

    /// The values and names in the order of the text; never empty.
    package let nodes: [JSONNode]

    init(body: ResponseBody, nodes: [JSONNode]) {
        self.body = body
        self.nodes = nodes
    }

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - body: The text, in UTF-8 with or without a byte-order mark.
    ///   - options: What is accepted, and what is left out.
    ///   - limits: How deep, how long and how many things may be.
    /// - Throws: ``ResponseError`` with the place of the first fault.
    public init(
        parsing body: ResponseBody,
        options: JSONOptions = JSONOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        let text = body.hasUTF8Mark ? body.dropFirst(3) : body
        self.init(body: text, nodes: try JSONParser(body: text, options: options, limits: limits).nodes())
    }
}
