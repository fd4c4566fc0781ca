import Decant
import DecantImages
import Foundation

/// The small pictures that the tests of the library use too.
enum ImageFixture {
    static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Tests/Fixtures/Images")
        .standardized

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    static func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    static func image(_ name: String) throws -> DecodedImage {
        try DecodedImage(decoding: ResponseBody([UInt8](try data(name))))
    }
}
