public import DecantCore

extension PropertyListValue {
    /// How deep a value of Swift values may be: Swift releases such values by recursion.
    public static let depthLimit = 512

    /// Copies a value out of a document.
    ///
    /// - Parameter list: The value.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` if containers are nested more than
    ///   ``depthLimit`` deep, which the default limits do not let happen.
    public init(_ list: PropertyList) throws(ResponseError) {
        var builder = PropertyListValueBuilder(list.document)
        self = try builder.value(at: list.index)
    }

    /// Reads a property list.
    ///
    /// - Parameters:
    ///   - body: The list, in one of the formats that the options accept.
    ///   - options: What is accepted.
    ///   - limits: How deep, how long and how many things may be.
    /// - Throws: ``ResponseError`` with the place of the first fault.
    public init(
        parsing body: ResponseBody,
        options: borrowing PropertyListOptions = PropertyListOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var builder = PropertyListValueBuilder(
            try PropertyListDocument(parsing: body, options: options, limits: limits)
        )
        self = try builder.value(at: 0)
    }
}
