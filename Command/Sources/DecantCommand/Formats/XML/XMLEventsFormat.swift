import Decant

/// XML as events.
enum XMLEventsFormat: BodyFormat {
    static var usualMediaType: MediaType? { XMLBodyFormat.usualMediaType }

    static func serializer(_ options: DecodingOptions) -> XMLEventResponseSerializer {
        XMLEventResponseSerializer(options: options.xml)
    }
}
