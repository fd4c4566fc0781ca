import FuzzSupport

/// The image decoders; most take the file unchanged.
private let target = FuzzTarget([
    "png": { fuzzPNG(&$0) },
    "icon": { fuzzIcon(&$0) },
    "gif": { fuzzImage(&$0) },
    "bmp": { fuzzImage(&$0) },
    "xbm": { fuzzImage(&$0) },
    "jpeg": { fuzzImage(&$0) },
    "tiff": { fuzzImage(&$0) },
    "webp": { fuzzImage(&$0) },
    "avif": { fuzzImage(&$0) },
    "heic": { fuzzImage(&$0) },
])

/// Runs the selected target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { target.run(start, count) }

/// Reads an image with the options in the first two bytes.
private func fuzzImage(_ input: inout FuzzInput) {
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    ImageInvariants(input.body, choice).run()
}

/// Reads PNGs with the options in the first two bytes.
///
/// The third byte selects the repairs: the checksums of chunks, the checksums of compressed data, or none. With its bit
/// 4 set, the data of IDAT and fdAT chunks is treated as uncompressed rows and compressed here, so each filter and
/// sample is a byte of the input.
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

/// Reads icons and cursors with the options in the first two bytes.
///
/// Repairs the checksums of the PNGs inside.
private func fuzzIcon(_ input: inout FuzzInput) {
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    ImageInvariants(RepairedPNG(within: input.rest, streams: true).body, choice).run()
}
