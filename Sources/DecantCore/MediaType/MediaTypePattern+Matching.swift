extension MediaTypePattern {
    /// How closely a pattern fits a type it matches, the closest last.
    package enum Specificity: Int, Sendable, Comparable {
        /// By `*/*`.
        case any

        /// By `type/*`, or by `*/subtype`.
        case type

        /// By a structured suffix.
        case suffix

        /// By type and subtype.
        case exact

        /// By type, subtype and at least one parameter.
        case parameters

        /// Whether the left fits less closely than the right.
        package static func < (left: Specificity, right: Specificity) -> Bool { left.rawValue < right.rawValue }
    }

    /// Matches a media type.
    ///
    /// - Parameter mediaType: The type a response declares.
    /// - Returns: How closely the pattern fits, or nil if it does not match.
    package func specificity(for mediaType: MediaType) -> Specificity? {
        let canonical = mediaType.canonical
        switch shape {
        case .any: return .any
        case .type(let type): return canonical.type == type ? .type : nil
        case .subtype(let subtype): return [mediaType.subtype, canonical.subtype].contains(subtype) ? .type : nil
        case .suffix(let type, let suffix):
            // A suffix names the syntax of the type in `application`, and of no other (RFC 6838 §4.2.8).
            let isSyntax = canonical.type == "application" && canonical.subtype == suffix
            let hasSuffix = canonical.suffix == suffix || isSyntax
            return hasSuffix && (type == nil || type == canonical.type) ? .suffix : nil
        case .exact(let wanted): return Self.specificity(of: wanted, for: canonical)
        }
    }

    /// Whether the pattern matches a media type.
    ///
    /// - Parameter mediaType: The type a response declares.
    /// - Returns: Whether it does.
    public func matches(_ mediaType: MediaType) -> Bool {
        specificity(for: mediaType) != nil
    }

    private static func specificity(of wanted: MediaType, for mediaType: MediaType) -> Specificity? {
        guard wanted.type == mediaType.type, wanted.subtype == mediaType.subtype else { return nil }
        if wanted.parameters.isEmpty { return .exact }
        let hasAll = wanted.parameters.allSatisfy { parameter in
            mediaType[parameter.name]?.lowercased() == parameter.value.lowercased()
        }
        return hasAll ? .parameters : nil
    }
}
