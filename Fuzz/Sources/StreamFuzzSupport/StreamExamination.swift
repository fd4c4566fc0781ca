public import DecantCore
public import DecantStreams
import FuzzSupport

/// All that came of a stream.
private struct StreamRecording: Equatable {
    var items: [String] = []
    var findings: [String] = []
    var error: String?
}

/// Reads a stream whole, byte by byte, and in pieces of sizes that the input chooses, and compares what comes of it.
///
/// - Parameters:
///   - bytes: The stream.
///   - sizes: Chooses the sizes of the pieces.
///   - serializer: Makes the elements.
///   - hasRest: Whether there is something around the elements, which is compared, too.
public func examineStream<Element>(
    _ bytes: [UInt8],
    sizes: UInt8,
    _ serializer: StreamSerializer<Element>,
    hasRest: Bool = false
) {
    func recording(_ pieces: [ArraySlice<UInt8>]) -> StreamRecording {
        var recording = StreamRecording()
        var reader = serializer.reader()
        do throws(ResponseError) {
            for piece in pieces {
                reader.append(piece)
                while let item = try reader.next() { recording.items.append("\(item)") }
            }
            reader.finish()
            while let item = try reader.next() { recording.items.append("\(item)") }
            if hasRest { recording.items.append(try reader.rest().description) }
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
    var pieces: [ArraySlice<UInt8>] = []
    var (rest, size) = (bytes[...], Int(sizes) + 1)
    while !rest.isEmpty {
        pieces.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        size = (size * 7 + 3) % 61 + 1
    }
    assureEqual(whole, recording(pieces), "whole and in pieces")
}
