import CodingFuzzSupport
import DecantCore
import FuzzSupport

/// Decodes zstd frames; the first byte chooses the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZstd(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let sizes = input.takeByte()
    CodingExamination(input.rest, .zstd, sizes: sizes).run()
    return 0
}
