import Decant
import HTTPTypes

extension DecodingKind {
    /// The kind to which a response is decoded: the one asked for, or the one its media type asks for.
    ///
    /// A malformed type is left to the validation of the bytes, which refuses it. An unknown type, and none, is text or bytes.
    func resolved(for response: ReceivedResponse) -> DecodingKind {
        guard self == .auto else { return self }
        switch response.context.contentType {
        case .malformed: return .data
        case .declared(let mediaType, _):
            if Self.json.accepts(mediaType) { return .json }
            if Self.string.accepts(mediaType) { return .string }
        case .missing, .undeclared: break
        }
        return TextValidity.isText(response.body) ? .string : .data
    }

    /// A guessed type, or the first one that the kind accepts; a guess is never a reason to refuse a body.
    func acceptableType(near guess: MediaType) -> MediaType {
        switch self {
        case .auto, .data: guess
        case .string: accepts(guess) ? guess : "text/plain"
        case .json: accepts(guess) ? guess : "application/json"
        }
    }

    private func accepts(_ mediaType: MediaType) -> Bool {
        let type = DeclaredMediaType.declared(mediaType, findings: [])
        return switch self {
        case .auto, .data: true
        case .string: StringResponseSerializer().handling.configuration.validation.accepts(type)
        case .json: JSONResponseSerializer().handling.configuration.validation.accepts(type)
        }
    }
}
