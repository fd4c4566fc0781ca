package import Decant
import DecantImages

/// All that the command knows of a format: how a body is recognised and what decodes it.
///
/// What is done with the value is said by the value's conformance to ``DecodedValue``. A further format is a type that conforms to this, its value's conformance, and a case of ``DecodingKind``.
package protocol BodyFormat {
    associatedtype Serializer: ResponseSerializer where Serializer.Output: DecodedValue

    /// Returns the decoder of a body, with the options of the format.
    static func serializer(_ options: ReadingOptions) -> Serializer

    /// The media type of a body that has none, and of which nothing else is known than that it is to be of this format; nil
    /// if every type will do.
    static var usualMediaType: ResponseMediaType? { get }

    /// The media type that the first bytes of a body leave no doubt about; nil if there is a doubt.
    static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType?
}

extension BodyFormat {
    package static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType? { nil }

    /// Returns whether a body with a media type is decoded without being asked for twice.
    package static func accepts(_ mediaType: ResponseMediaType, _ options: ReadingOptions) -> Bool {
        serializer(options).handling.configuration.accepts(mediaType)
    }
}

/// Bytes of whatever format.
package enum DataFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { nil }

    package static func serializer(_ options: ReadingOptions) -> DataResponseSerializer { DataResponseSerializer() }
}

/// Text.
package enum TextFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "text/plain" }

    package static func serializer(_ options: ReadingOptions) -> StringResponseSerializer { StringResponseSerializer() }
}

/// JSON.
package enum JSONBodyFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "application/json" }

    package static func serializer(_ options: ReadingOptions) -> JSONResponseSerializer<JSON> {
        JSONResponseSerializer()
    }
}

/// XML as a tree.
package enum XMLBodyFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "application/xml" }

    package static func serializer(_ options: ReadingOptions) -> XMLDocumentResponseSerializer {
        XMLDocumentResponseSerializer(options: options.xml)
    }
}

/// XML as events.
package enum XMLEventsFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { XMLBodyFormat.usualMediaType }

    package static func serializer(_ options: ReadingOptions) -> XMLEventResponseSerializer {
        XMLEventResponseSerializer(options: options.xml)
    }
}

/// A property list.
package enum PropertyListBodyFormat: BodyFormat {
    package static var usualMediaType: ResponseMediaType? { "application/x-plist" }

    package static func serializer(_ options: ReadingOptions) -> PropertyListResponseSerializer<PropertyList> {
        guard let format = options.plistFormat else { return PropertyListResponseSerializer() }
        return PropertyListResponseSerializer().options { $0.formats = format.formats }
    }

    package static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType? {
        body.prefix(8).elementsEqual("bplist00".utf8) ? "application/x-apple-binary-plist" : nil
    }
}

/// A picture.
package enum ImageBodyFormat: BodyFormat {
    /// Any body that is labelled as a picture: the first bytes decide.
    package static var usualMediaType: ResponseMediaType? { "image/x-unknown" }

    package static func serializer(_ options: ReadingOptions) -> PictureSerializer {
        PictureSerializer(options: options.image)
    }

    /// Few bytes tell some formats, so that the header has to make sense in them; SVG is left to XML.
    package static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType? {
        guard let format = ImageFormat(firstBytesOf: body), format != .svg else { return nil }
        if [.bmp, .ico, .cur, .xbm, .jpegXL].contains(format), (try? ImageHeader(parsing: body)) == nil {
            return nil
        }
        return format.mediaType
    }
}

/// As what a response is decoded, and for what reason.
package struct FormatChoice {
    /// The evidence for it.
    package enum Reason {
        /// It was asked for.
        case asked

        /// The media type.
        case label

        /// The bytes; there is no media type, or one that says nothing.
        case contents

        /// Nothing: the media type is none.
        case malformedLabel
    }

    /// The formats that a media type can choose, the first one that accepts it.
    private static let labelled: [DecodingKind] = [.json, .plist, .xml, .image, .string]

    /// As what it is decoded.
    package let kind: DecodingKind

    /// The evidence for it.
    package let reason: Reason

    /// Chooses what was asked for, or what the media type asks for.
    ///
    /// A malformed type is left to the validation of the bytes, which refuses it. An unknown type, and none, is what the
    /// first bytes leave no doubt about, else text or bytes.
    package init(for response: ReceivedResponse, _ options: ReadingOptions) {
        guard options.kind == .auto else {
            (kind, reason) = (options.kind, .asked)
            return
        }
        let declared = response.context.head?.headerFields[.contentType] ?? ""
        guard response.context.mediaType != nil || declared.allSatisfy(\.isWhitespace) else {
            (kind, reason) = (.data, .malformedLabel)
            return
        }
        let labelled = Self.kind(byLabelOf: response, options)
        kind = labelled ?? Self.kind(by: response.body)
        reason = labelled == nil ? .contents : .label
    }

    /// The format that the media type of a response asks for.
    package static func kind(byLabelOf response: ReceivedResponse, _ options: ReadingOptions) -> DecodingKind? {
        guard let mediaType = response.context.mediaType else { return nil }
        return labelled.first { $0.format.accepts(mediaType, options) }
    }

    private static func kind(by body: ResponseBytes) -> DecodingKind {
        let signed = DecodingKind.allCases.first { $0.format.mediaType(bySignatureOf: body) != nil }
        return signed ?? (TextValidity.isText(body) ? .string : .data)
    }
}

extension DecodingKind {
    /// The chosen format; bytes, as long as none is chosen.
    package var format: any BodyFormat.Type {
        switch self {
        case .auto, .data: DataFormat.self
        case .string: TextFormat.self
        case .json, .jsonElements: JSONBodyFormat.self
        case .xml: XMLBodyFormat.self
        case .xmlEvents: XMLEventsFormat.self
        case .plist: PropertyListBodyFormat.self
        case .image: ImageBodyFormat.self
        case .events: EventStreamFormat.self
        case .jsonLines: JSONLinesFormat.self
        case .jsonSequence: JSONSequenceFormat.self
        case .lines: LinesFormat.self
        }
    }

    /// A guessed type, or the usual one if the format does not accept the guess, which is never a reason to refuse a body.
    package func acceptableType(near guess: ResponseMediaType, _ options: ReadingOptions) -> ResponseMediaType {
        format.accepts(guess, options) ? guess : format.usualMediaType ?? guess
    }
}
