package import Decant
import DecantCaptures
import DecantImages

/// A limit and its value, written as `NAME=VALUE`, such as `bodyBytes=128M`.
package struct LimitSetting: CustomStringConvertible, Sendable {
    /// The name of the limit.
    package let name: Limits.Name

    /// The value; never negative.
    package let value: Int

    /// Creates a setting.
    package init(_ name: Limits.Name, _ value: Int) {
        self.name = name
        self.value = value
    }

    /// Parses a setting; nil if the name is unknown or the value is not a number.
    ///
    /// - Parameter text: The name and the value; the suffixes K, M, and G stand for powers of 1,024.
    package init?(parsing text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = Self.names.first(where: { $0.rawValue == parts[0] }) else { return nil }
        let factor = Self.factors[parts[1].suffix(1).uppercased()]
        guard let number = Int(parts[1].dropLast(factor == nil ? 0 : 1)), number >= 0 else { return nil }
        let (value, overflows) = number.multipliedReportingOverflow(by: factor ?? 1)
        if overflows { return nil }
        self.init(name, value)
    }

    /// The text of the setting, with the largest suffix that divides the value.
    package var description: String {
        let divisors = Self.factors.filter { value >= $0.value && value.isMultiple(of: $0.value) }
        guard let (suffix, factor) = divisors.max(by: { $0.value < $1.value }) else {
            return "\(name.rawValue)=\(value)"
        }
        return "\(name.rawValue)=\(value / factor)\(suffix)"
    }

    private static let factors = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]

    /// The limits that can be set, for the formats of the command.
    package static let names: [Limits.Name] = [
        .bodyBytes, .codedBytes, .codingRatio, .codingLayers, .codingWindow, .headBytes, .fieldBytes, .fieldCount,
        .interimHeads, .jsonDepth, .jsonNodes, .jsonNumberBytes, .propertyListDepth, .propertyListNodes,
        .propertyListReferences, .pixels, .imageSide, .frames, .framePixels, .metadataChunks, .metadataBytes,
        .iconEntries, .scanPixels, .xmlDepth, .xmlNodes, .xmlAttributes, .xmlNameBytes, .xmlTextBytes, .xmlTokenBytes,
        .xmlEntityDepth, .xmlEntityBytes, .xmlEntityRatio, .itemBytes, .parts, .partHeadBytes, .partNesting,
        .boundaryBytes, .entryBytes, .errorBodyBytes,
    ]
}
