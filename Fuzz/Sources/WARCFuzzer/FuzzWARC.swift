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
    var limits = Limits()
    if form & 1 == 1 { limits.bodyBytes = 64 }
    if form & 2 == 2 { limits.headBytes = 200 }
    let archive = form & 4 == 4 ? members(of: input.rest) : input.rest
    examineArchive(archive, sizes: sizes, limits: limits)
    return 0
}

/// Everything that reading an archive gives.
private struct Reading {
    var records: [WARC.Record] = []
    var error: ResponseError?

    init(_ archive: [UInt8], limits: Limits, nextSize: () -> Int) {
        var reader = WARC.Reader(limits: limits)
        do throws(ResponseError) {
            var start = 0
            while start < archive.count {
                let end = min(archive.count, start + max(1, nextSize()))
                reader.append(archive[start..<end])
                start = end
                while let record = try reader.next() { records.append(record) }
            }
            reader.finish()
            while let record = try reader.next() { records.append(record) }
        } catch {
            self.error = error
        }
    }
}

private func examineArchive(_ archive: [UInt8], sizes: UInt8, limits: Limits) {
    let whole = Reading(archive, limits: limits) { archive.count }
    var state = UInt32(sizes) + 1
    let chunked = Reading(archive, limits: limits) {
        state = state &* 1_664_525 &+ 1_013_904_223
        return Int(state >> 24) & (sizes & 1 == 1 ? 7 : 63)
    }
    // The offset of an error in a zstd frame is where libzstd stopped, which depends on the chunks.
    let isSkippable = archive.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
    let isFramed = isSkippable || archive.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    if !isFramed {
        examineSame(whole, chunked)
        examineSame(whole, Reading(archive, limits: limits) { 1 })
    }
    whole.error?.examine(bodyCount: archive.count)
    var last = 0
    for (index, record) in whole.records.enumerated() {
        assureEqual(record.index, index, "another index")
        assure(record.offset >= last && record.offset < archive.count, "an offset outside of the archive")
        assure(record.blockCount <= limits.bodyBytes + limits.headBytes, "a block beyond the limit")
        assureEqual(record.blockCount, record.block.count, "another length of the block")
        last = record.offset
        examineFields(of: record)
        if let entry = record.entry { examineDecoding(entry, record) }
    }
    let cut = Reading(Array(archive.prefix(archive.count / 2)), limits: limits) { archive.count }
    assure(cut.error != nil || cut.records.count <= whole.records.count + 1, "a part has more records")
}

private func examineSame(_ left: Reading, _ right: Reading) {
    assureEqual(left.records.count, right.records.count, "another number of records")
    for (one, other) in zip(left.records, right.records) {
        assureEqual(one.kind, other.kind, "another kind")
        assureEqual(one.offset, other.offset, "another offset")
        assureEqual(one.block, other.block, "another block")
        assureEqual(one.findings, other.findings, "other findings")
        assureEqual(one.fields.all, other.fields.all, "other fields")
    }
    assureEqual(left.error?.code, right.error?.code, "another error")
    assureEqual(left.error?.offset, right.error?.offset, "another offset of the error")
}

private func examineFields(of record: WARC.Record) {
    for field in record.fields.all { assure(record.fields[field.key] != nil, "a field without a value") }
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
