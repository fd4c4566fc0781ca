import CodingFuzzSupport
import DecantCore
import FuzzSupport

/// Decodes a brotli stream; the first byte chooses the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBrotli(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let sizes = input.takeByte()
    CodingExamination(input.rest, .brotli, sizes: sizes).run()
    return 0
}
