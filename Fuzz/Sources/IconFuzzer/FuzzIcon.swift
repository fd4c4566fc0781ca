import FuzzSupport
import ImageFuzzSupport

/// Reads icons and cursors, as the first two bytes choose; the checksums of the PNGs within are mended.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIcon(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    ImageExamination(MendedPNG(within: input.rest, streams: true).body, choice).run()
    return 0
}
