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
    var limits = Limits()
    if form & 1 == 1 { limits.itemBytes = Int(form >> 3) }
    examineStream(input.rest, sizes: sizes) { (pieces, recording) throws(ResponseError) in
        let pointer = ["", "/a", "/a/b", "/a/1"][Int(form >> 1 & 3)]
        var reader = JSONElements.Reader(at: pointer, limits: limits, skipsBadItems: form & 8 == 8)
        defer { recording.findings = reader.findings.map { "\($0)" } }
        for piece in pieces {
            reader.append(piece)
            while let item = try reader.next() { recording.items.append(item.description) }
        }
        reader.finish()
        while let item = try reader.next() { recording.items.append(item.description) }
        recording.items.append(try reader.rest().description)
    }
    return 0
}
