import DecantCaptures
import DecantCore
import DecantText
import FuzzSupport
import HTTPTypes

/// Reads web archives.
///
/// The first byte selects the chunk sizes, the second the limits and the compression of the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWARC(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var limits = form & 8 == 8 ? Limits.unlimited : Limits()
    if form & 1 == 1 { limits.bodyBytes = 64 }
    if form & 2 == 2 { limits.headBytes = 200 }
    let archive = form & 4 == 4 ? members(of: input.rest) : input.rest
    examineArchive(archive, sizes: sizes, limits: limits)
    return 0
}

/// Reads the records of an archive that arrives in chunks.
private func read(_ chunks: [[UInt8]], _ limits: Limits) -> ArchiveParts<WARC.Record> {
    var reader = WARC.Reader(limits: limits)
    return ArchiveParts(
        of: chunks,
        append: { reader.append($0) },
        finish: { reader.finish() },
        next: { () throws(ResponseError) in try reader.next() }
    )
}

private func examineArchive(_ archive: [UInt8], sizes: UInt8, limits: Limits) {
    let whole = read([archive], limits)
    // The offset of an error in a zstd frame is where libzstd stopped, which depends on the chunks.
    let isSkippable = archive.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
    let isFramed = isSkippable || archive.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    if !isFramed {
        examineSame(whole, read(archive.chunks(seed: sizes), limits))
        examineSame(whole, read(archive.map { [$0] }, limits))
    }
    whole.error?.examine(bodyCount: archive.count)
    var last = 0
    for (index, record) in whole.parts.enumerated() {
        assureEqual(record.index, index, "another index")
        assure(record.offset >= last && record.offset < archive.count, "an offset outside of the archive")
        let most = limits.bodyBytes.addingReportingOverflow(limits.headBytes)
        assure(most.overflow || record.blockCount <= most.partialValue, "a block beyond the limit")
        assureEqual(record.blockCount, record.block.count, "another length of the block")
        last = record.offset
        examineFields(of: record)
        if let entry = record.entry { examineDecoding(entry, record) }
    }
    let cut = read([Array(archive.prefix(archive.count / 2))], limits)
    assure(cut.error != nil || cut.parts.count <= whole.parts.count + 1, "a part has more records")
}

private func examineSame(_ left: ArchiveParts<WARC.Record>, _ right: ArchiveParts<WARC.Record>) {
    assureEqual(left.parts.count, right.parts.count, "another number of records")
    for (one, other) in zip(left.parts, right.parts) {
        assureEqual(one.kind, other.kind, "another kind")
        assureEqual(one.offset, other.offset, "another offset")
        assureEqual(one.block, other.block, "another block")
        assureEqual(one.findings, other.findings, "other findings")
        assure(one.fields.elementsEqual(other.fields) { $0 == $1 }, "other fields")
    }
    assureEqual(left.error?.code, right.error?.code, "another error")
    assureEqual(left.error?.offset, right.error?.offset, "another offset of the error")
}

private func examineFields(of record: WARC.Record) {
    for field in record.fields { assure(record[field.key] != nil, "a field without a value") }
    assure(!record.version.utf8.contains(0x0A), "a line end in the version")
}

/// Checks that an entry decodes, or that its error is complete.
private func examineDecoding(_ entry: CaptureEntry, _ record: WARC.Record) {
    assureEqual(entry.index, record.index, "another index of the entry")
    assure(entry.body.count <= record.blockCount, "a body that is larger than the block")
    do throws(ResponseError) {
        _ = try entry.value(as: DataResponseSerializer().acceptingAnyMediaType().statuses(nil))
        _ = try entry.value(as: StringResponseSerializer().acceptingAnyMediaType().statuses(nil))
    } catch {
        error.examine(bodyCount: 1 << 26)
    }
}

// MARK: - Compression

/// Puts each record of an input into a gzip member of stored blocks; a zero byte in the input damages its checksum.
private func members(of bytes: [UInt8]) -> [UInt8] {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices.dropFirst() where bytes[index...].starts(with: "WARC/".utf8) {
        parts.append(bytes[start..<index])
        start = index
    }
    parts.append(bytes[start...])
    return parts.flatMap { member($0) }
}

private func member(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let part = bytes.prefix(65_535)
    let count = UInt16(truncatingIfNeeded: part.count)
    let crc = ~part.reduce(UInt32.max) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let checksum = part.contains(0) ? crc ^ 1 : crc
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
    return header + littleEndian(count) + littleEndian(~count) + part + littleEndian(checksum)
        + littleEndian(UInt32(truncatingIfNeeded: part.count))
}

private func littleEndian<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}
