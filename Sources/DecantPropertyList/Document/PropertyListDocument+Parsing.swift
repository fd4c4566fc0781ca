public import DecantCore

extension PropertyListDocument {
    /// Reads a property list.
    ///
    /// A body that begins with `bplist` is binary; one whose text begins with `<` and another letter than a digit is XML,
    /// and any other one is text.
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
        try self.init(binary: body, limits: limits)
    }
}
