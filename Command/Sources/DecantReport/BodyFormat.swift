package import Decant
import DecantImages

/// A format that the command supports: how its bodies are recognized, and how they are decoded.
///
/// The value's conformance to ``DecodedValue`` provides its operations. To add a format, add a type that conforms
/// to this protocol, a conformance of its value, and a case of ``DecodingKind``.
protocol BodyFormat {
    associatedtype Serializer: ResponseSerializer where Serializer.Output: DecodedValue

    /// Returns the serializer for a body, with the options of the format.
    static func serializer(_ options: ReadingOptions) -> Serializer

    /// The media types of bodies that are decoded without an explicit format option; nil for every type.
    static var mediaTypes: [MediaTypePattern]? { get }

    /// The media type assumed for an unlabeled body of this format; nil if the format accepts every type.
    static var usualMediaType: ResponseMediaType? { get }

    /// Returns the media type that the first bytes of a body identify unambiguously; nil if they are ambiguous.
    static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType?

    /// The kind of paths to the parts of a value.
    static var paths: PathSyntax { get }
}

extension BodyFormat {
    static var paths: PathSyntax { .none }

    static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType? { nil }
}

/// Bytes of any format.
enum DataFormat: BodyFormat {
    static var mediaTypes: [MediaTypePattern]? { nil }

    static var usualMediaType: ResponseMediaType? { nil }

    static func serializer(_ options: ReadingOptions) -> DataResponseSerializer { DataResponseSerializer() }
}

/// Text.
enum TextFormat: BodyFormat {
    static var mediaTypes: [MediaTypePattern]? { TextOptions.mediaTypes }

    static var usualMediaType: ResponseMediaType? { "text/plain" }

    static func serializer(_ options: ReadingOptions) -> StringResponseSerializer {
        StringResponseSerializer(options: options.text)
    }
}

/// JSON.
enum JSONBodyFormat: BodyFormat {
    static var mediaTypes: [MediaTypePattern]? { JSON.Options.mediaTypes }

    static var usualMediaType: ResponseMediaType? { "application/json" }

    static func serializer(_ options: ReadingOptions) -> JSONResponseSerializer<JSON> {
        JSONResponseSerializer(options: options.json)
    }

    static var paths: PathSyntax { .pointer }
}

/// XML as a tree.
enum XMLBodyFormat: BodyFormat {
    static var paths: PathSyntax { .xml }

    static var mediaTypes: [MediaTypePattern]? { XML.Options.mediaTypes }

    static var usualMediaType: ResponseMediaType? { "application/xml" }

    static func serializer(_ options: ReadingOptions) -> XMLDocumentResponseSerializer {
        XMLDocumentResponseSerializer(options: options.xml)
    }
}

/// XML as events.
enum XMLEventsFormat: BodyFormat {
    static var mediaTypes: [MediaTypePattern]? { XMLBodyFormat.mediaTypes }

    static var usualMediaType: ResponseMediaType? { XMLBodyFormat.usualMediaType }

    static func serializer(_ options: ReadingOptions) -> XMLEventResponseSerializer {
        XMLEventResponseSerializer(options: options.xml)
    }
}

/// A property list.
enum PropertyListBodyFormat: BodyFormat {
    static var mediaTypes: [MediaTypePattern]? { PropertyList.Options.mediaTypes }

    static var usualMediaType: ResponseMediaType? { "application/x-plist" }

    static func serializer(_ options: ReadingOptions) -> PropertyListResponseSerializer<PropertyList> {
        PropertyListResponseSerializer(options: options.propertyList)
    }

    static var paths: PathSyntax { .pointer }

    static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType? {
        body.prefix(8).elementsEqual("bplist00".utf8) ? "application/x-apple-binary-plist" : nil
    }
}

/// An image.
enum ImageBodyFormat: BodyFormat {
    static var mediaTypes: [MediaTypePattern]? { ["image/*"] }

    /// Any body labeled as an image: the first bytes decide.
    static var usualMediaType: ResponseMediaType? { "image/x-unknown" }

    static func serializer(_ options: ReadingOptions) -> ReportedImageSerializer {
        ReportedImageSerializer(options: options.image)
    }

    /// Returns the type if the header is also valid, since some formats have short signatures; leaves SVG to XML.
    static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType? {
        guard let format = ImageFormat(firstBytesOf: body), format != .svg else { return nil }
        if [.bmp, .ico, .cur, .xbm, .jpegXL].contains(format), (try? ImageHeader(parsing: body)) == nil {
            return nil
        }
        return format.mediaType
    }
}

/// The formats that a media type can select.
private enum LabeledFormats {
    /// The selectable formats with their media types; the first one that accepts a media type is used.
    private static let formats: [(kind: DecodingKind, mediaTypes: [MediaTypePattern]?)] = [
        .events, .jsonLines, .jsonSequence, .json, .plist, .xml, .image, .string,
    ].map { (kind: DecodingKind) in (kind, kind.format.mediaTypes) }

    /// Returns the format for a media type.
    static func kind(of mediaType: ResponseMediaType) -> DecodingKind? {
        formats.first { $0.mediaTypes?.contains { $0.matches(mediaType) } ?? true }?.kind
    }
}

/// The format that decodes a response, and the reason for choosing it.
package struct FormatChoice {
    /// The reason for a choice.
    enum Reason {
        /// An option requested it.
        case asked

        /// The media type.
        case label

        /// The bytes, because the media type is missing or generic.
        case contents

        /// The bytes, because the media type is malformed.
        case malformedLabel
    }

    /// The selected format.
    package let kind: DecodingKind

    /// The reason for the choice.
    let reason: Reason

    /// Chooses the requested format, or the format of the media type.
    ///
    /// A malformed type is left to the validation, which rejects it. If the type is unknown or missing, the first bytes
    /// decide if they are unambiguous; otherwise the body is text or bytes.
    package init(for response: InputResponse, _ options: ReadingOptions) {
        guard options.kind == .auto else {
            kind = options.kind
            reason = .asked
            return
        }
        var guess: DecodingKind?
        if response.context.mediaType == nil {
            let declared = response.context.head?.headerFields[.contentType] ?? ""
            guard declared.allSatisfy(\.isWhitespace) else {
                kind = Self.guessedKind(of: response.body) ?? .data
                reason = .malformedLabel
                return
            }
            guess = Self.guessedKind(of: response.body)
        }
        let labeled = Self.labeledKind(of: response)
        kind = labeled ?? guess ?? Self.kind(by: response.body)
        reason = labeled == nil ? .contents : .label
    }

    /// Returns the format for the media type of a response.
    static func labeledKind(of response: InputResponse) -> DecodingKind? {
        response.context.mediaType.flatMap(LabeledFormats.kind)
    }

    /// Returns the format of a body without a media type, guessed as for a body without a head.
    private static func guessedKind(of body: ResponseBytes) -> DecodingKind? {
        MediaTypeGuess(fileName: nil, body).flatMap { LabeledFormats.kind(of: $0.mediaType) }
    }

    private static func kind(by body: ResponseBytes) -> DecodingKind {
        guard !body.isEmpty else { return .string }
        let signed = DecodingKind.allCases.first { $0.format.mediaType(bySignatureOf: body) != nil }
        return signed ?? (TextValidity.isText(body) ? .string : .data)
    }
}

extension DecodingKind {
    /// Throws an error if a path does not lead into a value of the format.
    package func check(_ path: ValuePath) throws(ResponseError) { try format.paths.check(path) }

    /// The selected format; bytes if none is selected.
    var format: any BodyFormat.Type {
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

    /// Returns the guessed type, or the usual one if the format does not accept the guess.
    ///
    /// A guess is never a reason to reject a body.
    func acceptableType(near guess: ResponseMediaType) -> ResponseMediaType {
        let isAcceptable = format.mediaTypes?.contains { $0.matches(guess) } ?? true
        return isAcceptable ? guess : format.usualMediaType ?? guess
    }
}
