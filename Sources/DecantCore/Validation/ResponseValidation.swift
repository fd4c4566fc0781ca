/// Which responses are acceptable by their head: statuses and media types.
///
/// All checks are always run, and each failure is reported. No check depends on there being a URL.
public struct ResponseValidation: Sendable, Hashable, Codable {
    /// The acceptable statuses; nil accepts any.
    public var statuses: StatusCodes?

    /// The acceptable media types; nil accepts any, and none at all.
    public var mediaTypes: [MediaTypePattern]?

    /// The media types that the format is labelled with.
    ///
    /// One accepted beyond them is a finding.
    public var formatMediaTypes: [MediaTypePattern]

    /// Creates a validation.
    ///
    /// - Parameters:
    ///   - statuses: The acceptable statuses; nil accepts any.
    ///   - mediaTypes: The acceptable media types, which are those the format is labelled with; nil accepts any.
    public init(statuses: StatusCodes? = .successful, mediaTypes: [MediaTypePattern]? = nil) {
        self.statuses = statuses
        self.mediaTypes = mediaTypes
        formatMediaTypes = mediaTypes ?? []
    }
}

extension ResponseValidation {
    /// How well a declared media type fits, for choosing among serializers: higher is better, 0 is not at all.
    package func rank(of type: DeclaredMediaType) -> Int {
        guard case .declared(let mediaType, _) = type else { return mediaTypes == nil ? 1 : 0 }
        guard let mediaTypes else { return 1 }
        return mediaTypes.compactMap { $0.specificity(for: mediaType) }.max().map { $0.rawValue + 1 } ?? 0
    }
}
