public import DecantCore
import FuzzSupport

/// All that came of a stream.
public struct StreamRecording: Equatable {
    /// The items, described.
    public var items: [String] = []

    /// The findings, described.
    public var findings: [String] = []

    /// The error, described.
    public var error: String?

    /// Creates the recording of an empty stream.
    public init() {}
}

/// Reads a stream whole, byte by byte, and in pieces of sizes that the input chooses, and compares what comes of it.
///
/// - Parameters:
///   - bytes: The stream.
///   - sizes: Chooses the sizes of the pieces.
///   - read: Reads pieces; errors are thrown, the rest is recorded.
public func examineStream(
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
