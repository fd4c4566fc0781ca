package import Decant
import DecantImages

/// A serializer whose value the command can report.
protocol BodySerializer: ResponseSerializer where Output: DecodedValue {}

extension DataResponseSerializer: BodySerializer {}
extension StringResponseSerializer: BodySerializer {}
extension JSONResponseSerializer: BodySerializer where Output: DecodedValue {}
extension XMLResponseSerializer: BodySerializer where Output: DecodedValue {}
extension PropertyListResponseSerializer: BodySerializer where Output: DecodedValue {}

// To add a format, add a case of `DecodingKind`, and the conformance of its value to `DecodedValue`. The value's
// conformance provides its operations.

extension DecodingKind {
    /// Returns the serializer for a body; the serializer for bytes if no format is selected.
    func serializer(_ options: ReadingOptions) -> any BodySerializer {
        switch self {
        case .auto, .data: DataResponseSerializer()
        case .string: StringResponseSerializer(options: options.text)
        case .json, .jsonElements: JSONResponseSerializer(options: options.json)
        case .xml: XMLDocumentResponseSerializer(options: options.xml)
        case .xmlEvents: XMLEventResponseSerializer(options: options.xml)
        case .plist: PropertyListResponseSerializer(options: options.propertyList)
        case .image: ReportedImageSerializer(options: options.image)
        case .events: StreamBodySerializer(.events, accepting: mediaTypes, options)
        case .jsonLines: StreamBodySerializer(.jsonLines, accepting: mediaTypes, options)
        case .jsonValues: StreamBodySerializer(.jsonValues, accepting: mediaTypes, options)
        case .jsonSequence: StreamBodySerializer(.jsonSequence, accepting: mediaTypes, options)
        case .lines: StreamBodySerializer(.lines, accepting: mediaTypes, options)
        case .multipart: StreamBodySerializer(.multipart, accepting: mediaTypes, options)
        }
    }

    /// The media types of bodies that are decoded without an explicit format option; nil for every type.
    var mediaTypes: [MediaTypePattern]? {
        switch self {
        case .auto, .data: nil
        case .string, .lines: TextOptions.mediaTypes
        case .json, .jsonElements: JSON.Options.mediaTypes
        case .xml, .xmlEvents: XML.Options.mediaTypes
        case .plist: PropertyList.Options.mediaTypes
        case .image: ["image/*"]
        case .events: ["text/event-stream"]
        case .jsonLines: Self.jsonLinesTypes
        case .jsonValues: Self.jsonLinesTypes + JSON.Options.mediaTypes
        case .jsonSequence: ["application/json-seq", "*+json-seq"]
        case .multipart: MultipartOptions.mediaTypes
        }
    }

    /// The types of `StreamSerializer.jsonLines(_:)`, listed because creating a serializer to learn them takes longer.
    private static let jsonLinesTypes: [MediaTypePattern] = [
        "application/x-ndjson", "application/jsonl", "application/ndjson", "application/x-jsonl",
        "application/jsonlines", "application/x-jsonlines", "application/json-lines", "application/stream+json",
    ]

    /// The media type assumed for an unlabeled body of this format; nil if the format accepts every type.
    private var usualMediaType: ResponseMediaType? {
        switch self {
        case .auto, .data: nil
        case .string, .lines: "text/plain"
        case .json, .jsonElements: "application/json"
        case .xml, .xmlEvents: "application/xml"
        case .plist: "application/x-plist"
        // Any body labeled as an image: the first bytes decide.
        case .image: "image/x-unknown"
        case .events: "text/event-stream"
        case .jsonLines: "application/x-ndjson"
        case .jsonValues: "application/stream+json"
        case .jsonSequence: "application/json-seq"
        case .multipart: "multipart/mixed"
        }
    }

    /// The kind of paths to the parts of a value.
    var paths: PathSyntax {
        switch self {
        case .json, .jsonElements, .plist, .events, .jsonLines, .jsonValues, .jsonSequence: .pointer
        case .xml: .xml
        case .auto, .data, .string, .xmlEvents, .image, .lines, .multipart: .none
        }
    }

    /// Throws an error if a path does not lead into a value of the format.
    package func check(_ path: ValuePath) throws(ResponseError) { try paths.check(path) }

    /// Returns the media type that the first bytes of a body identify unambiguously; nil if they are ambiguous.
    static func mediaType(bySignatureOf body: ResponseBytes) -> ResponseMediaType? {
        if body.prefix(8).elementsEqual("bplist00".utf8) { return "application/x-apple-binary-plist" }
        // SVG is left to XML.
        guard let format = ImageFormat(firstBytesOf: body), format != .svg else { return nil }
        // These formats have short signatures, so their header must be valid, too.
        if [.bmp, .ico, .cur, .xbm, .jpegXL].contains(format), (try? ImageHeader(parsing: body)) == nil {
            return nil
        }
        return format.mediaType
    }

    /// Returns the guessed type, or the usual one if the format does not accept the guess.
    ///
    /// A guess is never a reason to reject a body.
    func acceptableType(near guess: ResponseMediaType) -> ResponseMediaType {
        let isAcceptable = mediaTypes?.contains { $0.matches(guess) } ?? true
        return isAcceptable ? guess : usualMediaType ?? guess
    }
}

/// The formats that a media type can select.
private enum LabeledFormats {
    /// The selectable formats with their media types; the first one that accepts a media type is used.
    private static let formats: [(kind: DecodingKind, mediaTypes: [MediaTypePattern]?)] =
        [(.jsonValues, ["application/stream+json"])]
        + [.events, .multipart, .jsonLines, .jsonSequence, .json, .plist, .xml, .image, .string].map {
            (kind: DecodingKind) in (kind, kind.mediaTypes)
        }

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
            guess = Self.guessedKind(of: response.content(options))
        }
        let labeled = Self.isScript(response, options) ? .string : Self.labeledKind(of: response)
        if labeled == nil, guess == nil, !options.isRaw, response.isCompressedFile {
            guess = MediaTypeGuess(fileName: nil, response.body, isRaw: false).flatMap {
                LabeledFormats.kind(of: $0.mediaType)
            }
        }
        if labeled == .string, options.quirks.contains(.jsonpCallback) {
            // A script is text unless it is known to be a call around JSON.
            kind = .json
            reason = .contents
            return
        }
        kind = labeled ?? guess ?? Self.kind(by: response.body)
        reason = labeled == nil ? .contents : .label
    }

    /// Returns the format for the media type of a response.
    static func labeledKind(of response: InputResponse) -> DecodingKind? {
        response.context.mediaType.flatMap(LabeledFormats.kind)
    }

    /// Returns whether a body that is labeled as JavaScript, as servers also label JSON, does not begin like JSON or like
    /// JSON after a prefix that prevents its use as a script.
    private static func isScript(_ response: InputResponse, _ options: ReadingOptions) -> Bool {
        guard let type = response.context.mediaType, MediaTypePattern("text/javascript").matches(type) else {
            return false
        }
        let text = response.content(options).prefix(512).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        return !text.isEmpty && !["{", "[", ")]}", "while(1)", "for(;;)"].contains { text.starts(with: $0.utf8) }
    }

    /// Returns the format of a body without a media type, guessed as for a body without a head.
    private static func guessedKind(of body: ResponseBytes) -> DecodingKind? {
        MediaTypeGuess(fileName: nil, body).flatMap { LabeledFormats.kind(of: $0.mediaType) }
    }

    private static func kind(by body: ResponseBytes) -> DecodingKind {
        guard !body.isEmpty else { return .string }
        let signed = DecodingKind.mediaType(bySignatureOf: body).flatMap(LabeledFormats.kind)
        return signed ?? (TextValidity.isText(body) ? .string : .data)
    }
}
