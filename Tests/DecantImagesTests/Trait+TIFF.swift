import DecantImages
import Testing

extension Trait where Self == ConditionTrait {
    /// The test decodes a TIFF.
    static var needsTIFF: Self { .enabled(if: ImageFormat.tiff.isBuiltIn, "the trait TIFF is off") }
}
