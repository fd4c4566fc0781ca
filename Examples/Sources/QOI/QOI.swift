import Decant
import DecantTesting

/// Decodes an image in a format that is declared here, with the errors, limits, and options of the built-in formats.
@main
struct QOI {
    /// An image of 3 by 2 pixels: an orange pixel, a run of 2, a difference, a recent pixel, and a run of 1.
    static let bytes: [UInt8] =
        Array("qoif".utf8) + [0, 0, 0, 3, 0, 0, 0, 2, 4, 0] + [0xFE, 255, 128, 0, 0xC1, 0x79, 0x32, 0xC0]
        + [0, 0, 0, 0, 0, 0, 0, 1]

    static func main() {
        show(bytes)
        show(Array(bytes.prefix(19)))
        show(Array(bytes.prefix(19)), QOISerializer().acceptingPartial())
        show(Array("<html>".utf8))
        show(bytes, QOISerializer().limits { $0.qoiPixels = 5 })
        let contract = SerializerContract(
            QOISerializer().acceptingPartial(),
            accepted: ResponseSample(200, "image/qoi", bytes: bytes),
            restoringInto: QOISerializer(),
            limits: [.qoiPixels]
        )
        print("violations of the contract: \(contract.violations())")
    }

    /// Decodes a response, and prints the image or the error.
    private static func show(_ bytes: [UInt8], _ serializer: QOISerializer = .qoi) {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "image/qoi"])
        do throws(ResponseError) {
            let image = try serializer.value(of: bytes, for: head)
            let last = image.pixels[image.pixels.count - 1]
            print("\(image.width) by \(image.height) pixels, the last one \(last.x) \(last.y) \(last.z) \(last.w)")
        } catch {
            print("\(error.code) at byte \(error.offset ?? 0): \(error.message)")
            if let hint = error.hint { print("hint: \(hint)") }
        }
    }
}
