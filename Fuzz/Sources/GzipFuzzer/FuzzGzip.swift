import DecantInflate
import FuzzSupport
import InflateFuzzSupport

/// Decodes gzip data.
///
/// The first byte chooses the sizes of the pieces, the second the form: the bytes as they are, or members that are made of
/// them, each with a header of its own and a checksum that is right, cut off or followed by others.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGzip(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    guard form & 1 == 1 else {
        InflateExamination(input.rest, .gzip, sizes: sizes).run()
        return 0
    }
    var bytes: [UInt8] = []
    for _ in 0...form >> 1 & 3 {
        let header = input.take(Int(form >> 3 & 3) * 2 + 7)
        let length = Int(input.takeByte()) << 2
        bytes += gzipMember(input.take(length), header: header)
    }
    bytes += input.take(Int(form >> 5))
    InflateExamination(Array(bytes.dropLast(Int(sizes >> 6) * 5)), .gzip, sizes: sizes).run()
    return 0
}
