import DecantInflate
import FuzzSupport
import InflateFuzzSupport

/// Inflates raw deflate data and zlib streams.
///
/// The first byte chooses the sizes of the pieces, the second the format: raw, zlib, or zlib with a checksum that is right.
/// With its bit 2, the data is put between stored blocks and zeros, where the fast loop meets it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInflate(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var bytes = input.rest
    if form & 4 != 0 {
        let stored = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        bytes = [0, 44, 1, 0xD3, 0xFE] + stored + bytes + [UInt8](repeating: 0, count: 64)
    }
    switch form & 3 {
    case 0, 1: InflateExamination(bytes, .raw, sizes: sizes).run()
    case 2: InflateExamination(bytes, .zlib, sizes: sizes).run()
    default: InflateExamination(zlibStream(bytes), .zlib, sizes: sizes).run()
    }
    return 0
}
