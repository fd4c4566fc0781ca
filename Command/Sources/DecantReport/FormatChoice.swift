package import Decant

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
        switch response.context.contentType {
        case .malformed:
            (kind, reason) = (.data, .malformedLabel)
        case .declared, .missing, .undeclared:
            let labelled = Self.kind(byLabelOf: response, options)
            kind = labelled ?? Self.kind(by: response.body)
            reason = labelled == nil ? .contents : .label
        }
    }

    /// The format that the media type of a response asks for.
    package static func kind(byLabelOf response: ReceivedResponse, _ options: ReadingOptions) -> DecodingKind? {
        guard let mediaType = response.context.contentType.mediaType else { return nil }
        return labelled.first { $0.format.accepts(mediaType, options) }
    }

    private static func kind(by body: ResponseBody) -> DecodingKind {
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
    package func acceptableType(near guess: MediaType, _ options: ReadingOptions) -> MediaType {
        format.accepts(guess, options) ? guess : format.usualMediaType ?? guess
    }
}
