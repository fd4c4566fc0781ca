public import DecantCore

extension ResponseSerializer where Self == XMLEventResponseSerializer {
    /// XML to be gone through event by event.
    public static var xmlEvents: Self { XMLEventResponseSerializer() }

    /// XML to be gone through event by event, with options.
    ///
    /// - Parameter options: How the text is read.
    /// - Returns: The serializer.
    public static func xmlEvents(options: XML.Options) -> Self { XMLEventResponseSerializer(options: options) }
}
