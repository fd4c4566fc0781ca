import FuzzSupport
import ImageFuzzSupport

/// Reads AVIFs, as the first two bytes choose.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAVIF(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = ImageChoice(input.takeByte(), cut: input.takeByte())
    ImageExamination(input.body, choice).run()
    return 0
}
