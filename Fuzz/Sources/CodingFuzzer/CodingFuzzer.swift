import DecantCore
import DecantInflate
import FuzzSupport

/// The decoders of content codings.
private let target = FuzzTarget([
    "inflate": { fuzzInflate(&$0) },
    "gzip": { fuzzGzip(&$0) },
    "brotli": { fuzzBrotli(&$0) },
    "zstd": { fuzzZstd(&$0) },
])

/// Runs the selected target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { target.run(start, count) }

/// Inflates raw deflate data and zlib streams.
///
/// The first byte selects the chunk sizes; the second selects the format: raw, zlib, or zlib with a correct checksum.
/// With its bit 2 set, the data is placed between stored blocks and zeros, where the fast loop reaches it.
private func fuzzInflate(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    var bytes = input.rest
    if form & 4 != 0 {
        let stored = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        bytes = [0, 44, 1, 0xD3, 0xFE] + stored + bytes + [UInt8](repeating: 0, count: 64)
    }
    switch form & 3 {
    case 0, 1: InflateInvariants(bytes, .raw, sizes: sizes).run()
    case 2: InflateInvariants(bytes, .zlib, sizes: sizes).run()
    default: InflateInvariants(zlibStream(bytes), .zlib, sizes: sizes).run()
    }
}

/// Decodes gzip data.
///
/// The first byte selects the chunk sizes; the second selects the form: the bytes unchanged, or members made from them,
/// each with its own header and a correct checksum, cut off or followed by others.
private func fuzzGzip(_ input: inout FuzzInput) {
    let (sizes, form) = (input.takeByte(), input.takeByte())
    guard form & 1 == 1 else {
        InflateInvariants(input.rest, .gzip, sizes: sizes).run()
        return
    }
    var bytes: [UInt8] = []
    for _ in 0...form >> 1 & 3 {
        let header = input.take(Int(form >> 3 & 3) * 2 + 7)
        let length = Int(input.takeByte()) << 2
        bytes += gzipMember(input.take(length), header: header)
    }
    bytes += input.take(Int(form >> 5))
    InflateInvariants(Array(bytes.dropLast(Int(sizes >> 6) * 5)), .gzip, sizes: sizes).run()
}

/// Decodes a brotli stream; the first byte selects the chunk size.
private func fuzzBrotli(_ input: inout FuzzInput) {
    let sizes = input.takeByte()
    CodingInvariants(input.rest, .brotli, sizes: sizes).run()
}

/// Decodes zstd frames; the first byte selects the chunk size.
private func fuzzZstd(_ input: inout FuzzInput) {
    let sizes = input.takeByte()
    CodingInvariants(input.rest, .zstd, sizes: sizes).run()
}
