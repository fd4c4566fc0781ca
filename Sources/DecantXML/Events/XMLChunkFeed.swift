import DecantCore
import DecantText

/// What has arrived of a body and was not given to a tokenizer yet.
struct XMLChunkFeed {
    /// How much is given to a tokenizer at once.
    private static let piece = 16 << 10

    private var chunks: [ArraySlice<UInt8>] = []
    private var first = 0

    /// How many bytes may still arrive.
    private var room: Int

    private let limit: Int

    /// Whether nothing more will arrive.
    private(set) var isFinished = false

    /// Why not, if that is not the end of the body.
    private(set) var failure: ResponseError?

    init(limits: Limits) {
        limit = limits.bodyBytes
        room = limit
    }

    /// The number of bytes that wait.
    private var count: Int { chunks[first...].reduce(0) { $0 + $1.count } }

    /// Adds what has arrived.
    mutating func append(_ chunk: [UInt8]) {
        guard !isFinished, !chunk.isEmpty else { return }
        chunks.append(chunk.prefix(room))
        guard chunk.count > room else {
            room -= chunk.count
            return
        }
        let message = "the body has more than \(limit) bytes"
        failure = ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes)
        isFinished = true
    }

    /// Notes that nothing more will arrive.
    mutating func finish() { isFinished = true }

    /// Takes the next bytes away.
    ///
    /// - Returns: At most so many as are worth reading at once; none if all are taken.
    mutating func take() -> [UInt8] {
        guard first < chunks.count else { return [] }
        let piece = chunks[first].prefix(Self.piece)
        chunks[first] = chunks[first].dropFirst(piece.count)
        if chunks[first].isEmpty { first += 1 }
        if first == chunks.count || first >= 64 {
            chunks.removeFirst(first)
            first = 0
        }
        return Array(piece)
    }

    /// The beginning of the body, once it is enough to tell the charset (XML 1.0 appendix F).
    ///
    /// - Returns: The bytes, which stay, or nil if more must come.
    func beginning() -> ResponseBody? {
        var bytes: [UInt8] = []
        for chunk in chunks[first...] {
            bytes += chunk.prefix(TextStream.reach - bytes.count)
            if bytes.count == TextStream.reach { break }
        }
        // Nothing behind the end of the XML declaration is looked at.
        let isEnough = bytes.count == TextStream.reach || (bytes.count >= 4 && bytes.contains(0x3E))
        return isEnough || isFinished ? ResponseBody(bytes) : nil
    }

    /// Takes bytes of a mark away from the front.
    mutating func drop(_ length: Int) {
        var left = length
        while left > 0, first < chunks.count {
            let taken = min(left, chunks[first].count)
            chunks[first] = chunks[first].dropFirst(taken)
            left -= taken
            if chunks[first].isEmpty { first += 1 }
        }
    }
}
