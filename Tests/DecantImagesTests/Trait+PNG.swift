import DecantImages
import Testing

extension Trait where Self == ConditionTrait {
    /// The test decodes a PNG.
    static var needsPNG: Self { .enabled(if: ImageFormat.png.isBuiltIn, "the trait PNG is off") }
}
