import DecantCore
import DecantJSON
import DecantStreams
import DecantText
import FuzzSupport

/// The readers of streams.
private let target = FuzzTarget([
    "sse": { fuzzEventStream(&$0) },
    "json-lines": { fuzzJSONLines(&$0) },
    "json-values": { fuzzJSONValues(&$0) },
    "json-elements": { fuzzJSONElements(&$0) },
    "lines": { fuzzLines(&$0) },
    "multipart": { fuzzMultipart(&$0) },
])

/// Runs the selected target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { target.run(start, count) }

/// Reads event streams, with their data as text or as JSON.
///
/// The first byte selects the chunk sizes, the second the options.
private func fuzzEventStream(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var limits = Limits()
    if form & 1 == 1 { limits.itemBytes = Int(form >> 3) }
    if form & 2 == 2 {
        let serializer = StreamSerializer.serverSentEvents(.json).limits { $0 = limits }
        examineStream(input.rest, sizes: sizes, form & 4 == 4 ? serializer.skippingBadItems() : serializer)
    } else {
        examineStream(input.rest, sizes: sizes, StreamSerializer.serverSentEvents.limits { $0 = limits })
    }
}

/// Reads JSON Lines and JSON sequences.
///
/// The first byte selects the chunk sizes and the label, the second the options.
private func fuzzJSONLines(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    func examine<Element>(_ serializer: StreamSerializer<Element>) {
        let limited = form & 1 == 1 ? serializer.limits { $0.itemBytes = Int(form >> 3) } : serializer
        let type = labels[Int(sizes & 7)]
        examineStream(input.rest, sizes: sizes, form & 4 == 4 ? limited.skippingBadItems() : limited, mediaType: type)
    }
    if form & 2 == 2 { examine(.jsonSequence(JSON.self)) } else { examine(.jsonLines(JSON.self)) }
}

/// Reads JSON values in sequence.
///
/// The first byte selects the chunk sizes and the label, the second the options.
private func fuzzJSONValues(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var options = JSON.Options()
    if form & 2 == 2 { options.quirks = [.comments, .singleQuotes] }
    if form & 16 == 16 { options.path = "/a" }
    var serializer = StreamSerializer.jsonValues(.json(options: options))
    if form & 1 == 1 { serializer = serializer.limits { $0.itemBytes = Int(form >> 3) } }
    if form & 4 == 4 { serializer = serializer.skippingBadItems() }
    if form & 8 == 8 { serializer = serializer.failing(at: "/error") }
    examineStream(input.rest, sizes: sizes, serializer, mediaType: labels[Int(sizes & 7)])
}

/// Reads the elements of an array at a path selected by the options.
///
/// The first byte selects the chunk sizes and the label, the second the options.
private func fuzzJSONElements(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    let pointers: [JSONPointer] = ["", "/a", "/a/b", "/a/1"]
    let pointer = pointers[Int(form >> 1 & 3)]
    var serializer = StreamSerializer.jsonElements(JSON.self, at: pointer)
    if form & 1 == 1 { serializer = serializer.limits { $0.itemBytes = Int(form >> 3) } }
    if form & 8 == 8 { serializer = serializer.skippingBadItems() }
    let type = labels[Int(sizes & 7)]
    examineStream(input.rest, sizes: sizes, serializer, mediaType: type) { (reader) throws(ResponseError) in
        try reader.rest()
    }
}

/// The media types of JSON streams: half of them without a charset, the others with labels that may be wrong.
private let labels: [ResponseMediaType?] =
    [nil, nil, nil, nil]
    + ["latin1", "gbk", "utf-16", "martian"].map { ResponseMediaType(parsing: "application/x-ndjson; charset=\($0)") }

/// Reads the lines of texts, in charsets selected by the options.
///
/// The first byte selects the chunk sizes, the second the options.
private func fuzzLines(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    let charsets: [Charset?] = [nil, .utf16LittleEndian, .shiftJIS, .windows1252]
    let options = TextOptions(charset: charsets[Int(form >> 1 & 3)], replacesMalformed: form & 8 == 8)
    var serializer = StreamSerializer.lines(options: options)
    if form & 1 == 1 { serializer = serializer.limits { $0.itemBytes = Int(form >> 3) } }
    examineStream(input.rest, sizes: sizes, serializer)
}

/// Reads the parts of multipart bodies, whole and as they arrive, and decodes each of them.
///
/// The first byte selects the chunk sizes, the second the options.
private func fuzzMultipart(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    let types: [ResponseMediaType] = [
        "multipart/mixed; boundary=b", "multipart/x-mixed-replace; boundary=b", "multipart/form-data",
        "multipart/mixed; boundary=\"--a b\"",
    ]
    var limits = Limits()
    if form & 1 == 1 {
        limits.itemBytes = Int(form >> 3)
        limits.parts = 2
        limits.partHeadBytes = 24
    }
    let type = types[Int(form >> 1 & 3)]
    let whole = StreamSerializer.multipart.limits { $0 = limits }
    let events = StreamSerializer.multipartChunks.limits { $0 = limits }
    examineStream(input.rest, sizes: sizes, whole, mediaType: type)
    examineParts(input.rest, whole, form & 8 == 8 ? events.skippingBadItems() : events, type)
}

/// Compares the parts of a body with those of its events, and decodes them.
private func examineParts(
    _ bytes: [UInt8],
    _ whole: StreamSerializer<BodyPart>,
    _ events: StreamSerializer<BodyPart.Event>,
    _ type: ResponseMediaType
) {
    var reader = events.reader(mediaType: type)
    var (sizes, size, isOpen): ([Int], Int, Bool) = ([], 0, false)
    do throws(ResponseError) {
        for byte in bytes {
            reader.append([byte])
            while let event = try reader.next() {
                switch event {
                case .head(let head):
                    assureEqual(isOpen, false, "a head within a part")
                    isOpen = true
                    size = 0
                    _ = (head.fields, head.mediaType, head.name, head.fileName)
                case .bytes(let bytes): size += bytes.count
                case .end:
                    assureEqual(isOpen, true, "an end without a head")
                    isOpen = false
                    sizes.append(size)
                }
            }
        }
    } catch {
        error.examine(bodyCount: bytes.count)
    }
    var parts = whole.limits { $0.itemBytes = .max }.skippingBadItems().reader(mediaType: type)
    parts.append(bytes)
    var index = 0
    do throws(ResponseError) {
        while let part = try parts.next() {
            if index < sizes.count, reader.findings.isEmpty { assureEqual(part.body.count, sizes[index], "a part") }
            index += 1
            do throws(ResponseError) {
                _ = try part.value(as: .multipart)
            } catch {
                error.examine(bodyCount: part.body.count)
            }
        }
    } catch {
        error.examine(bodyCount: bytes.count)
    }
}

/// Everything read from a stream.
private struct StreamRecording: Equatable {
    var items: [String] = []
    var findings: [String] = []
    var error: String?
}

/// Reads a stream whole, byte by byte, and in chunks of selected sizes, and compares the results.
///
/// - Parameters:
///   - sizes: Selects the chunk sizes.
///   - serializer: Decodes the elements.
///   - mediaType: The media type, which may name a charset.
///   - rest: Returns the content around the elements, which is also compared.
private func examineStream<Element>(
    _ bytes: [UInt8],
    sizes: UInt8,
    _ serializer: StreamSerializer<Element>,
    mediaType: ResponseMediaType? = nil,
    rest: (borrowing StreamReader<Element>) throws(ResponseError) -> JSON? = { (_) throws(ResponseError) in nil }
) {
    func recording(_ chunks: [ArraySlice<UInt8>]) -> StreamRecording {
        var recording = StreamRecording()
        var reader = serializer.reader(mediaType: mediaType)
        do throws(ResponseError) {
            for chunk in chunks {
                reader.append(chunk)
                while let item = try reader.next() { recording.items.append("\(item)") }
            }
            reader.finish()
            while let item = try reader.next() { recording.items.append("\(item)") }
            if let rest = try rest(reader) { recording.items.append(rest.description) }
        } catch {
            error.examine(bodyCount: bytes.count)
            recording.error = error.description
        }
        recording.findings = reader.findings.map { "\($0)" }
        return recording
    }
    let whole = recording([bytes[...]])
    let single = recording(bytes.indices.map { bytes[$0...$0] })
    assureEqual(whole, single, "whole and byte by byte")
    var chunks: [ArraySlice<UInt8>] = []
    var (rest, size) = (bytes[...], Int(sizes) + 1)
    while !rest.isEmpty {
        chunks.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        size = (size * 7 + 3) % 61 + 1
    }
    assureEqual(whole, recording(chunks), "whole and in chunks")
}
