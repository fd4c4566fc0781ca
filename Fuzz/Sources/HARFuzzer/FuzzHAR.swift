import DecantCaptures
import DecantCore
import DecantStreams
import DecantText
import FuzzSupport
import HTTPTypes

/// Reads archives, or records a response and reads it back.
///
/// The first byte selects the chunk sizes, the second the options.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHAR(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    if form & 4 == 4 {
        examineRecording(of: input.rest, form: form)
    } else {
        examineArchive(input.rest, sizes: sizes, form: form)
    }
    return 0
}

// MARK: - Archives

/// The entries of an archive, and the findings about the archive itself.
private struct Reading {
    let archive: ArchiveParts<CaptureEntry>
    let findings: [Finding]

    var entries: [CaptureEntry] { archive.parts }
    var error: ResponseError? { archive.error }

    init(_ chunks: [[UInt8]], limits: Limits) {
        var reader = HAR.Reader(limits: limits)
        archive = ArchiveParts(
            of: chunks,
            append: { reader.append($0) },
            finish: { reader.finish() },
            next: { () throws(ResponseError) in try reader.next() }
        )
        findings = reader.findings
    }
}

private func examineArchive(_ archive: [UInt8], sizes: UInt8, form: UInt8) {
    var limits = Limits()
    if form & 1 == 1 { limits.entryBytes = 64 }
    if form & 2 == 2 { limits.bodyBytes = 100 }
    let whole = Reading([archive], limits: limits)
    examineSame(whole, Reading(archive.chunks(seed: sizes), limits: limits))
    examineSame(whole, Reading(archive.map { [$0] }, limits: limits))
    // Two bytes of UTF-16 become up to three of UTF-8, and so does an incomplete character.
    let textCount = archive.count * 2 + 3
    whole.error?.examine(bodyCount: textCount)
    for (index, entry) in whole.entries.enumerated() {
        assureEqual(entry.index, index, "another index")
        assure(entry.body.count <= limits.entryBytes, "a body beyond the limit")
        assure(entry.body.count <= textCount, "a body that is larger than the archive")
        examineDecoding(entry)
    }
    examineCut(archive, whole, limits)
    for hiding in [HAR.Hiding.values, .credentials] { examineHidden(whole.entries, hiding) }
}

/// Checks that an archive with hidden values is read back.
private func examineHidden(_ entries: [CaptureEntry], _ hiding: HAR.Hiding) {
    var writer = HAR.Writer(hiding: hiding)
    var archive: [UInt8] = []
    for entry in entries { archive += writer.append(entry) }
    let read = Reading([archive + writer.finish()], limits: Limits())
    assure(read.error == nil, "the archive cannot be read: \(String(describing: read.error))")
    assureEqual(read.entries.count, entries.count, "another number of entries")
    for (entry, hidden) in zip(entries, read.entries) {
        assureEqual(hidden.hiding, hiding, "no mark")
        assureEqual(hidden.context.status?.code, entry.context.status?.code, "another status")
    }
}

private func examineSame(_ left: Reading, _ right: Reading) {
    assureEqual(left.entries.count, right.entries.count, "another number of entries")
    for (one, other) in zip(left.entries, right.entries) { examineSame(one, other) }
    assureEqual(left.findings, right.findings, "other findings of the archive")
    assureEqual(left.error?.code, right.error?.code, "another error")
    assureEqual(left.error?.offset, right.error?.offset, "another offset of the error")
}

private func examineSame(_ one: CaptureEntry, _ other: CaptureEntry) {
    assureEqual(one.context, other.context, "another head")
    assureEqual(one.body, other.body, "another body")
    assureEqual(one.findings, other.findings, "other findings")
    assureEqual(one.requestFields, other.requestFields, "other fields of the request")
    assureEqual(one.duration, other.duration, "another duration")
}

/// Checks that an entry decodes, or that its error is complete.
private func examineDecoding(_ entry: CaptureEntry) {
    do throws(ResponseError) {
        let value = try entry.value(as: DataResponseSerializer().acceptingAnyMediaType().statuses(nil))
        assure(value == entry.body || entry.context.forbidsBody, "another body when decoded")
        _ = try entry.value(as: StringResponseSerializer().acceptingAnyMediaType().statuses(nil))
    } catch {
        error.examine(bodyCount: entry.body.count)
    }
}

/// Checks that an archive without its end gives the first entries.
private func examineCut(_ archive: [UInt8], _ whole: Reading, _ limits: Limits) {
    let part = Array(archive.prefix(archive.count / 2))
    let cut = Reading([part], limits: limits)
    assure(cut.entries.count <= whole.entries.count, "a part has more entries")
    // What follows a complete document makes the whole malformed, unless it is whitespace.
    let isComplete = archive.dropFirst(part.count).allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    assure(cut.error != nil || whole.error != nil || isComplete, "a part is a whole archive")
    for (one, other) in zip(cut.entries, whole.entries) { examineSame(one, other) }
}

// MARK: - Recording

/// Decodes a response that always fails, and checks that its recording reads back as the same response.
private func examineRecording(of bytes: [UInt8], form: UInt8) {
    let types = [
        "application/json", "text/plain; charset=utf-8", "text/plain", "image/png", "text/html; charset=iso-8859-1",
        "application/json; charset=utf-16", "", "text/event-stream",
    ]
    let type = types[Int(form >> 3 & 7)]
    var head = HTTPResponse(status: .ok)
    if !type.isEmpty { head.headerFields[.contentType] = type }
    if let name = HTTPField.Name("X-A") {
        head.headerFields.append(HTTPField(name: name, lenientValue: bytes.prefix(8)))
    }
    let url = "https://u:hush@a.example/?\(String(decoding: bytes.prefix(40), as: UTF8.self))&token=hush"
    let recorder = CaptureRecorder()
    let serializer = DataResponseSerializer().acceptingAnyMediaType().observed(by: recorder.observer)
        .validating { _, _ in [Finding(.rejected, .failure, "rejected")] }
    let context = ResponseContext(head, method: .post, url: url, isDecoded: true)
    _ = try? serializer.value(of: bytes, for: context)
    let read = Reading([recorder.archive], limits: Limits())
    assure(read.error == nil, "the recording cannot be read: \(String(describing: read.error))")
    assureEqual(read.entries.count, 1, "another number of entries")
    guard let entry = read.entries.first else { return }
    if Credentials.ranges(in: bytes).isEmpty { assureEqual(entry.body, ResponseBytes(bytes), "another body") }
    assureEqual(entry.body.count, bytes.count, "a body of another length")
    assureEqual(entry.context.method, .post, "another method")
    assureEqual(entry.context.head?.headerFields[.contentType], head.headerFields[.contentType], "another media type")
    assure(entry.context.url?.hasSuffix("token=redacted") == true, "a secret in the URL")
}
