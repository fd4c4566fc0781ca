import DecantImages
import Testing

extension Trait where Self == ConditionTrait {
    /// The test decodes a JPEG.
    static var needsJPEG: Self { .enabled(if: ImageFormat.jpeg.isBuiltIn, "the trait JPEG is off") }
}
