public import DecantCore

/// The choices made by the first byte of an input, whatever the format.
public enum PropertyListChoice {
    /// The default limits, or small ones.
    ///
    /// - Parameter choice: The byte.
    /// - Returns: The limits.
    public static func limits(_ choice: UInt8) -> Limits {
        var limits = Limits()
        if choice & 1 != 0 { limits.nodes = Int(choice >> 4) }
        if choice & 2 != 0 { limits.propertyListDepth = 3 }
        return limits
    }
}
