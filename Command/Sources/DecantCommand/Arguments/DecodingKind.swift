import ArgumentParser

/// What to decode to.
enum DecodingKind: String, CaseIterable, ExpressibleByArgument {
    /// What the media type asks for.
    case auto

    /// Bytes.
    case data

    /// Text.
    case string

    /// JSON.
    case json

    /// XML as a tree.
    case xml

    /// XML as events.
    case xmlEvents = "xml-events"

    /// A property list.
    case plist

    /// A picture.
    case image
}
