import DecantCore
import DecantJSON
import DecantStreams
import FuzzSupport
import StreamFuzzSupport

/// Reads event streams, with their data as text, or as JSON.
///
/// The first byte chooses the sizes of the pieces, the second the options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEventStream(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var limits = Limits()
    if form & 1 == 1 { limits.itemBytes = Int(form >> 3) }
    if form & 2 == 2 {
        let serializer = StreamSerializer.serverSentEvents(.json).limits { $0 = limits }
        examineStream(input.rest, sizes: sizes, form & 4 == 4 ? serializer.skippingBadItems() : serializer)
    } else {
        examineStream(input.rest, sizes: sizes, StreamSerializer.serverSentEvents.limits { $0 = limits })
    }
    return 0
}
