import DecantImages
import Testing

extension Trait where Self == ConditionTrait {
    /// The test decodes an AVIF.
    static var needsAVIF: Self { .enabled(if: ImageFormat.avif.isBuiltIn, "the trait AVIF is off") }
}
