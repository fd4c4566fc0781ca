import DecantCore
import DecantJSON
import DecantStreams
import DecantText
import FuzzSupport

/// The readers of streams.
private let target = FuzzTarget([
    "sse": { fuzzEventStream(&$0) },
    "json-lines": { fuzzJSONLines(&$0) },
    "json-elements": { fuzzJSONElements(&$0) },
    "lines": { fuzzLines(&$0) },
])

/// Runs the target that was chosen.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { target.run(start, count) }

/// Reads event streams.
///
/// The first byte chooses the sizes of the pieces, the second the options.
private func fuzzEventStream(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var limits = Limits()
    if form & 1 == 1 { limits.itemBytes = Int(form >> 3) }
    examineStream(input.rest, sizes: sizes) { (pieces, recording) throws(ResponseError) in
        var reader = ServerSentEvents.Reader(limits: limits)
        defer { recording.findings = reader.findings.map { "\($0)" } }
        for piece in pieces {
            reader.append(piece)
            while let item = try reader.nextOwned() { recording.items.append("\(item)") }
        }
        reader.finish()
        while let item = try reader.nextOwned() { recording.items.append("\(item)") }
    }
}

/// Reads JSON Lines and JSON sequences.
///
/// The first byte chooses the sizes of the pieces, the second the options.
private func fuzzJSONLines(_ input: inout FuzzInput) {
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

/// Reads the elements of an array, whose path the options choose.
///
/// The first byte chooses the sizes of the pieces, the second the options.
private func fuzzJSONElements(_ input: inout FuzzInput) {
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
}

/// Reads the lines of texts, in charsets that the options choose.
///
/// The first byte chooses the sizes of the pieces, the second the options.
private func fuzzLines(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var limits = Limits()
    if form & 1 == 1 { limits.itemBytes = Int(form >> 3) }
    examineStream(input.rest, sizes: sizes) { (pieces, recording) throws(ResponseError) in
        let charsets: [Charset?] = [nil, .utf16LittleEndian, .shiftJIS, .windows1252]
        let options = TextOptions(charset: charsets[Int(form >> 1 & 3)], replacesMalformed: form & 8 == 8)
        var reader = TextLines.Reader(options: options, limits: limits)
        defer { recording.findings = reader.findings.map { "\($0)" } }
        for piece in pieces {
            reader.append(piece)
            while let item = try reader.nextOwned() { recording.items.append(item) }
        }
        reader.finish()
        while let item = try reader.nextOwned() { recording.items.append(item) }
    }
}

/// All that came of a stream.
struct StreamRecording: Equatable {
    /// The items, described.
    var items: [String] = []

    /// The findings, described.
    var findings: [String] = []

    /// The error, described.
    var error: String?

    /// Creates the recording of an empty stream.
    init() {}
}

/// Reads a stream whole, byte by byte, and in pieces of sizes that the input chooses, and compares what comes of it.
///
/// - Parameters:
///   - bytes: The stream.
///   - sizes: Chooses the sizes of the pieces.
///   - read: Reads pieces; errors are thrown, the rest is recorded.
func examineStream(
    _ bytes: [UInt8],
    sizes: UInt8,
    _ read: (_ pieces: [ArraySlice<UInt8>], inout StreamRecording) throws(ResponseError) -> Void
) {
    func recording(_ pieces: [ArraySlice<UInt8>]) -> StreamRecording {
        var recording = StreamRecording()
        do throws(ResponseError) {
            try read(pieces, &recording)
        } catch {
            error.examine(bodyCount: bytes.count)
            recording.error = error.description
        }
        return recording
    }
    let whole = recording([bytes[...]])
    let single = recording(bytes.indices.map { bytes[$0...$0] })
    assureEqual(whole, single, "whole and byte by byte")
    var pieces: [ArraySlice<UInt8>] = []
    var (rest, size) = (bytes[...], Int(sizes) + 1)
    while !rest.isEmpty {
        pieces.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        size = (size * 7 + 3) % 61 + 1
    }
    assureEqual(whole, recording(pieces), "whole and in pieces")
}
