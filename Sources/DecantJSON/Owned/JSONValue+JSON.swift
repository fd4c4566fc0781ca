public import DecantCore

extension JSONValue {
    /// How deep a value of Swift values may be: Swift releases and compares such values by recursion.
    public static let depthLimit = 512

    /// Copies a value out of a document.
    ///
    /// - Parameter json: The value.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` if arrays and objects are nested more
    ///   than ``depthLimit`` deep, which the default limits do not let happen.
    public init(_ json: JSON) throws(ResponseError) {
        var builder = JSONValueBuilder(json.document)
        self = try builder.value(at: json.index)
    }

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - options: What is accepted, and what is left out.
    ///   - limits: How deep, how long and how many things may be.
    /// - Throws: ``ResponseError`` with the place of the first fault.
    public init(
        parsing body: ResponseBody,
        options: borrowing JSONOptions = JSONOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var builder = JSONValueBuilder(try JSONDocument(parsing: body, options: options, limits: limits))
        self = try builder.value(at: 0)
    }
}
