import DecantImages
import Testing

extension Trait where Self == ConditionTrait {
    /// The test decodes a WebP.
    static var needsWebP: Self { .enabled(if: ImageFormat.webp.isBuiltIn, "the trait WebP is off") }
}
