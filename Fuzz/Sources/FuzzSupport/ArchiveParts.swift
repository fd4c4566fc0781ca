public import DecantCore

/// The parts of an archive that arrived in chunks, and the error that ended it.
public struct ArchiveParts<Part> {
    /// The complete parts, in order.
    public private(set) var parts: [Part] = []

    /// The error after the last part; nil if the archive is complete.
    public private(set) var error: ResponseError?

    /// Appends chunks to a reader, and reads the parts after each.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the archive.
    ///   - append: Appends a chunk to the reader.
    ///   - finish: Ends the input of the reader.
    ///   - next: Returns the next part; nil if more bytes are needed, or at the end.
    public init(
        of chunks: [[UInt8]],
        append: ([UInt8]) -> Void,
        finish: () -> Void,
        next: () throws(ResponseError) -> Part?
    ) {
        do throws(ResponseError) {
            for chunk in chunks {
                append(chunk)
                while let part = try next() { parts.append(part) }
            }
            finish()
            while let part = try next() { parts.append(part) }
        } catch {
            self.error = error
        }
    }
}

extension [UInt8] {
    /// Splits the bytes at pseudorandom offsets, determined by a seed.
    ///
    /// - Parameter seed: The seed; its lowest five bits bound the sizes of the chunks.
    public func chunks(seed: UInt8) -> [[UInt8]] {
        var state = UInt32(seed) &* 2_654_435_761 | 1
        var chunks: [[UInt8]] = []
        var start = 0
        while start < count {
            state = state &* 1_664_525 &+ 1_013_904_223
            let end = Swift.min(count, start + 1 + Int(state >> 24) % (Int(seed & 31) + 2))
            chunks.append(Array(self[start..<end]))
            start = end
        }
        return chunks
    }
}
