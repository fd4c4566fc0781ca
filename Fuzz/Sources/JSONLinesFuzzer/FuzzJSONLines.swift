import DecantCore
import DecantJSON
import DecantStreams
import FuzzSupport
import StreamFuzzSupport

/// Reads JSON Lines and JSON sequences.
///
/// The first byte chooses the sizes of the pieces, the second the options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONLines(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var serializer = form & 2 == 2 ? StreamSerializer.jsonSequence(JSON.self) : .jsonLines(JSON.self)
    if form & 1 == 1 { serializer = serializer.limits { $0.itemBytes = Int(form >> 3) } }
    if form & 4 == 4 { serializer = serializer.skippingBadItems() }
    examineStream(input.rest, sizes: sizes, serializer)
    return 0
}
