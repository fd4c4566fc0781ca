import Crypto
import Decant

/// The events of a body of which only the beginning has been read: the rest is read while they are written, so that a large body
/// takes no room.
struct XMLEventStream: DecodedValue {
    let beginning: ResponseBody
    let rest: InputFile
    let mediaType: MediaType?
    let options: XML.Options
    let limits: Limits

    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding] {
        try readAll { (reader: inout XML.ChunkReader) throws(ResponseError) in
            while let event = try reader.next() { XMLEventLine(event, output.style).show(on: &output) }
        }
    }

    func digest() throws(ResponseError) -> SHA256.Digest {
        var digest = XMLDigest()
        _ = try readAll { (reader: inout XML.ChunkReader) throws(ResponseError) in
            while let event = try reader.next() { digest.add(event) }
        }
        return digest.finish()
    }

    /// Reads to the end of the input, which can be done once.
    ///
    /// - Parameter read: Takes the events that there are for now.
    /// - Returns: What was noticed.
    /// - Throws: What is wrong with the document, or what keeps the rest from being read.
    private func readAll(
        _ read: (inout XML.ChunkReader) throws(ResponseError) -> Void
    ) throws(ResponseError) -> [Finding] {
        var reader = XML.ChunkReader(mediaType: mediaType, options: options, limits: limits)
        var chunk = beginning.bytes
        while !chunk.isEmpty {
            reader.append(chunk)
            try read(&reader)
            chunk = try nextChunk()
        }
        reader.finish()
        try read(&reader)
        return reader.findings
    }

    private func nextChunk() throws(ResponseError) -> [UInt8] {
        do {
            return try rest.chunk()
        } catch {
            let message = (error as? UnreadableInput)?.message ?? "\(error)"
            throw ResponseError(.transportFailed, "the rest of the input cannot be read: \(message)")
        }
    }
}
