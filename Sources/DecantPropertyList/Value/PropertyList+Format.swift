extension PropertyList {
    /// The formats that property lists are written in.
    public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        /// The binary format whose first bytes are `bplist00`.
        case binary

        /// XML with the root element `plist`.
        case xml

        /// The text format of OpenStep, with the extensions of GNUstep where a quirk allows them.
        case openStep
    }

    /// The format that the value was read from.
    public var format: Format { document.format }
}

extension PropertyList.Format {
    /// What messages call the format.
    var name: String {
        switch self {
        case .binary: "the binary format"
        case .xml: "XML"
        case .openStep: "OpenStep’s text"
        }
    }
}
