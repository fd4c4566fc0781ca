import DecantCore
import DecantJSON
import DecantStreams
import FuzzSupport
import StreamFuzzSupport

/// Reads the elements of an array, whose path the options choose.
///
/// The first byte chooses the sizes of the pieces, the second the options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONElements(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    let pointer = ["", "/a", "/a/b", "/a/1"][Int(form >> 1 & 3)]
    var serializer = StreamSerializer.jsonElements(JSON.self, at: pointer)
    if form & 1 == 1 { serializer = serializer.limits { $0.itemBytes = Int(form >> 3) } }
    if form & 8 == 8 { serializer = serializer.skippingBadItems() }
    examineStream(input.rest, sizes: sizes, serializer, hasRest: true)
    return 0
}
