import FuzzSupport
import ImageFuzzSupport

/// Reads PNGs, as the first two bytes choose.
///
/// The third one says what is mended: the checksums of chunks, those of compressed data, or nothing. With its bit 4, the
/// data of chunks IDAT and fdAT are taken for rows that are yet to be compressed, so that each filter and sample is a byte.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPNG(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    let form = input.takeByte()
    if form & 4 != 0 {
        ImageExamination(MendedPNG(storing: input.rest).body, choice).run()
    } else if form & 3 == 3 {
        ImageExamination(input.body, choice).run()
    } else {
        ImageExamination(MendedPNG(within: input.rest, streams: form & 1 == 0).body, choice).run()
    }
    return 0
}
