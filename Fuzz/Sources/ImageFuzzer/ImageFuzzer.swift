import FuzzSupport

/// The decoders of pictures; most take the file as it is.
private let target = FuzzTarget([
    "png": { fuzzPNG(&$0) },
    "icon": { fuzzIcon(&$0) },
    "gif": { fuzzPicture(&$0) },
    "bmp": { fuzzPicture(&$0) },
    "xbm": { fuzzPicture(&$0) },
    "jpeg": { fuzzPicture(&$0) },
    "tiff": { fuzzPicture(&$0) },
    "webp": { fuzzPicture(&$0) },
    "avif": { fuzzPicture(&$0) },
])

/// Runs the target that was chosen.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { target.run(start, count) }

/// Reads a picture, as the first two bytes choose.
private func fuzzPicture(_ input: inout FuzzInput) {
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    ImageInvariants(input.body, choice).run()
}

/// Reads PNGs, as the first two bytes choose.
///
/// The third one says what is repaired: the checksums of chunks, those of compressed data, or nothing. With its bit 4, the
/// data of chunks IDAT and fdAT are taken for rows that are yet to be compressed, so that each filter and sample is a byte.
private func fuzzPNG(_ input: inout FuzzInput) {
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    let form = input.takeByte()
    if form & 4 != 0 {
        ImageInvariants(RepairedPNG(storing: input.rest).body, choice).run()
    } else if form & 3 == 3 {
        ImageInvariants(input.body, choice).run()
    } else {
        ImageInvariants(RepairedPNG(within: input.rest, streams: form & 1 == 0).body, choice).run()
    }
}

/// Reads icons and cursors, as the first two bytes choose; the checksums of the PNGs within are repaired.
private func fuzzIcon(_ input: inout FuzzInput) {
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    ImageInvariants(RepairedPNG(within: input.rest, streams: true).body, choice).run()
}
