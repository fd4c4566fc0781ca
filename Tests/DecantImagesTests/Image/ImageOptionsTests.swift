import DecantCore
import DecantImages
import Foundation
import Testing

@Suite struct ImageOptionsTests {
    private func restored(_ options: ImageOptions) throws -> ImageOptions {
        try JSONDecoder().decode(ImageOptions.self, from: JSONEncoder().encode(options))
    }

    @Test func everyOptionSurvivesCoding() throws {
        let changes: [(inout ImageOptions) -> Void] = [
            { $0.premultipliesAlpha = true }, { $0.keeps16Bits = true }, { $0.firstFrameOnly = true },
            { $0.maximumPixelSize = 7 }, { $0.appliesOrientation = true }, { $0.acceptsPartial = true },
            { $0.decoding = .lazy }, { $0.scale = 3 },
        ]
        #expect(Mirror(reflecting: ImageOptions()).children.count == changes.count)
        for change in changes {
            var options = ImageOptions()
            change(&options)
            #expect(options != ImageOptions())
            #expect(try restored(options) == options)
        }
    }

    @Test func acceptsOnlyBuiltInTypes() {
        let types = ImageOptions.mediaTypes.map(\.description)
        #expect(types.contains("image/png"))
        #expect(types.contains("image/webp") == ImageFormat.webp.isBuiltIn)
        #expect(types.contains("image/avif") == ImageFormat.avif.isBuiltIn)
        #expect(types.contains("image/heic") == ImageFormat.heic.isBuiltIn)
        #expect(types.contains("image/heif") == ImageFormat.heic.isBuiltIn)
        #expect(Set(types).count == types.count)
    }
}
