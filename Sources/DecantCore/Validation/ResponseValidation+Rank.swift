extension ResponseValidation {
    /// How well a declared media type fits, for choosing among serializers: higher is better, 0 is not at all.
    package func rank(of type: DeclaredMediaType) -> Int {
        guard case .declared(let mediaType, _) = type else { return mediaTypes == nil ? 1 : 0 }
        guard let mediaTypes else { return 1 }
        return mediaTypes.compactMap { $0.specificity(for: mediaType) }.max().map { $0.rawValue + 1 } ?? 0
    }
}
