public import DecantCore

extension Finding.Code {
    /// The first bytes of a picture are those of another format than its media type names.
    public static let mislabelledImage: Self = "mislabelledImage"

    /// Metadata of a picture are damaged or beyond the limits, and were passed over.
    public static let damagedMetadata: Self = "damagedMetadata"

    /// A picture breaks a rule of its format that does not keep it from being decoded.
    public static let irregularImage: Self = "irregularImage"

    /// A picture whose file is cut off was decoded as far as it goes.
    public static let partialImage: Self = "partialImage"
}
