/// Writes the value of an `Accept` field (RFC 9110 §12.5.1).
enum AcceptField {
    /// Writes the patterns in order, with weights that fall from 1 to 0.1.
    static func value(for patterns: [MediaTypePattern]?) -> String {
        guard let patterns, !patterns.isEmpty else { return "*/*" }
        var ranges: [String] = []
        for range in patterns.compactMap(range) where !ranges.contains(range) { ranges.append(range) }
        return ranges.enumerated().map { index, range in
            index == 0 ? range : "\(range);q=0.\(max(1, 10 - index))"
        }.joined(separator: ", ")
    }

    /// The media range for a pattern; a suffix or a subtype has none but that of the registered type it stands for.
    private static func range(_ pattern: MediaTypePattern) -> String? {
        switch pattern.shape {
        case .any: "*/*"
        case .type(let type): "\(type)/*"
        case .subtype(let subtype): "application/\(subtype)"
        case .suffix(let type, let suffix): "\(type ?? "application")/\(suffix)"
        case .exact(let mediaType): mediaType.description
        }
    }
}
