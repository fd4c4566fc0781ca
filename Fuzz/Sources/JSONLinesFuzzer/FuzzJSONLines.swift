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
    var limits = Limits()
    if form & 1 == 1 { limits.itemBytes = Int(form >> 3) }
    examineStream(input.rest, sizes: sizes) { (pieces, recording) throws(ResponseError) in
        if form & 2 == 2 { return try readSequence(pieces, limits, skips: form & 4 == 4, &recording) }
        var reader = JSONLines.Reader(limits: limits, skipsBadItems: form & 4 == 4)
        defer { recording.findings = reader.findings.map { "\($0)" } }
        for piece in pieces {
            reader.append(piece)
            while let item = try reader.next() { recording.items.append(item.description) }
        }
        reader.finish()
        while let item = try reader.next() { recording.items.append(item.description) }
    }
    return 0
}

private func readSequence(
    _ pieces: [ArraySlice<UInt8>],
    _ limits: Limits,
    skips: Bool,
    _ recording: inout StreamRecording
) throws(ResponseError) {
    var reader = JSONSequence.Reader(limits: limits, skipsBadItems: skips)
    defer { recording.findings = reader.findings.map { "\($0)" } }
    for piece in pieces {
        reader.append(piece)
        while let item = try reader.next() { recording.items.append(item.description) }
    }
    reader.finish()
    while let item = try reader.next() { recording.items.append(item.description) }
}
