import DecantCore
import DecantText
import DecantStreams
import FuzzSupport
import StreamFuzzSupport

/// Reads the lines of texts, in charsets that the options choose.
///
/// The first byte chooses the sizes of the pieces, the second the options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLines(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    let charsets: [Charset?] = [nil, .utf16LittleEndian, .shiftJIS, .windows1252]
    let options = TextOptions(charset: charsets[Int(form >> 1 & 3)], replacesMalformed: form & 8 == 8)
    var serializer = StreamSerializer.lines(options: options)
    if form & 1 == 1 { serializer = serializer.limits { $0.itemBytes = Int(form >> 3) } }
    examineStream(input.rest, sizes: sizes, serializer)
    return 0
}
