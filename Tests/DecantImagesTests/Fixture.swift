import DecantCore
import DecantImages
import Foundation
import Testing

/// The small images that `Tests/Fixtures/generate-images` writes.
enum Fixture {
    static let width = 7
    static let height = 5

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Images")

    /// The names of all files.
    static var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    static func body(_ name: String) throws -> ResponseBytes { ResponseBytes(try bytes(name)) }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    static func image(_ name: String, _ change: (inout ImageOptions) -> Void = { _ in }) throws -> DecodedImage {
        var options = ImageOptions()
        change(&options)
        return try DecodedImage(parsing: body(name), options: options)
    }

    /// The color at (x, y) in every valid color image.
    static func color(_ x: Int, _ y: Int, alpha: Int = 255) -> SIMD4<UInt8> {
        SIMD4(UInt8(x * 40 % 256), UInt8(y * 60 % 256), (x + y) % 2 == 0 ? 0 : 255, UInt8(alpha))
    }

    /// Returns the error of a damaged image.
    static func error(_ name: String, limits: Limits = Limits()) throws -> ResponseError? {
        let body = try body(name)
        do throws(ResponseError) {
            _ = try DecodedImage(parsing: body, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the findings about an image that decodes successfully.
    static func findings(_ name: String, limits: Limits = Limits()) throws -> [Finding.Code] {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        _ = try DecodedImage(parsing: body(name), in: &context)
        return context.findings.map(\.code)
    }
}

extension ImagePixels {
    /// Returns whether each sample has nearly the value of a function.
    func areAll(within tolerance: Int, _ color: (Int, Int) -> SIMD4<UInt8>) -> Bool {
        (0..<height).allSatisfy { y in
            (0..<width).allSatisfy { x in
                let (here, wanted) = (self[x, y], color(x, y))
                return (0..<4).allSatisfy { abs(Int(here[$0]) - Int(wanted[$0])) <= tolerance }
            }
        }
    }

    /// Returns whether each pixel has the value of a function.
    func areAll(_ color: (Int, Int) -> SIMD4<UInt8>) -> Bool {
        (0..<height).allSatisfy { y in (0..<width).allSatisfy { x in self[x, y] == color(x, y) } }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test decodes a JPEG.
    static var needsJPEG: Self { .enabled(if: ImageFormat.jpeg.isBuiltIn, "the trait JPEG is off") }
}

extension Trait where Self == ConditionTrait {
    /// The test decodes a TIFF.
    static var needsTIFF: Self { .enabled(if: ImageFormat.tiff.isBuiltIn, "the trait TIFF is off") }
}

extension Trait where Self == ConditionTrait {
    /// The test decodes a WebP.
    static var needsWebP: Self { .enabled(if: ImageFormat.webp.isBuiltIn, "the trait WebP is off") }
}

extension Trait where Self == ConditionTrait {
    /// The test decodes a HEIC.
    static var needsHEIC: Self { .enabled(if: ImageFormat.heic.isBuiltIn, "the trait HEIC is off") }
    /// The test decodes an AVIF.
    static var needsAVIF: Self { .enabled(if: ImageFormat.avif.isBuiltIn, "the trait AVIF is off") }
}
