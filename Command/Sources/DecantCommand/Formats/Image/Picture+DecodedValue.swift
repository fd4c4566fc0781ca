import Crypto
import Decant
import DecantImages

extension Picture: DecodedValue {
    /// Writes a line of facts, and on a terminal the picture below it.
    func show(on output: inout ValueOutput) -> [Finding] {
        output.put("\(PictureFacts(image: image))\n")
        if let display = PictureDisplay(on: output.terminal) { display.show(image, on: &output) }
        return []
    }

    /// The digest of the first frame.
    func digest() -> SHA256.Digest { PictureDigests(image: image).pixels }

    var facts: ValueFacts? {
        ValueFacts(
            name: "image",
            members: [
                "format": image.format.rawValue, "width": image.width, "height": image.height,
                "frames": image.frames.count, "orientation": image.header.orientation.rawValue,
                "bits": image.header.bitsPerChannel,
            ]
        )
    }

    var furtherDigests: [String: String?] {
        let digests = PictureDigests(image: image)
        let native = (try? stored()).flatMap { NativeSamples(of: $0) }
        return [
            "pixelsDigest": digests.pixels.hexadecimal, "framesDigest": digests.frames.hexadecimal,
            "nativeDigest": native.map { SHA256.hash(data: $0.bytes).hexadecimal },
            "grid": PictureGrid(image.pixels).bytes.hexadecimal,
        ]
    }

    func png() throws(ResponseError) -> [UInt8]? {
        PNGWriter(try deep()).bytes
    }
}
