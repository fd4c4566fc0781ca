public import DecantCore

extension JSON {
    /// Where the value stands in the text it was read from.
    ///
    /// Lines are counted from the beginning of the text each time.
    public var position: SourcePosition { document.position(of: index) }

    /// The way from the top of the text down to the value.
    public var path: [CodingPathComponent] { document.path(to: index) }
}
