public import DecantCore
import DecantJSON

/// The elements of a stream: those decoded as a batch, and what the stream has set up to the last one delivered.
@usableFromInline
class ElementReader<Element: Sendable> {
    /// The maximum number of bytes that are decoded into a batch.
    static var batchLength: Int { 64 << 10 }

    @usableFromInline final let batch = ElementBatch<Element>()
    final let decoder: ElementDecoder<Element>
    private(set) final var failure: ResponseError?

    /// The number of elements in earlier batches.
    private final var earlierCount = 0

    /// The revision and the values of the decoder before the batch.
    private final var earlier = (revision: 0, values: StreamValues())

    /// The chunks that were appended before all elements of the batch were delivered.
    private final var waiting: [ResponseBytes] = []
    private final var isFinished = false

    /// Whether there may be elements without more input.
    private(set) final var mayHaveElements = false

    init(_ decoder: ElementDecoder<Element>) {
        self.decoder = decoder
        earlier = (decoder.revision, decoder.values)
    }
}

extension ElementReader {
    /// Appends bytes.
    func append(_ chunk: Span<UInt8>) {
        guard !isFinished else { return }
        mayHaveElements = true
        guard batch.isDelivered, waiting.isEmpty else { return waiting.append(ResponseBytes(chunk)) }
        removeBatch()
        decoder.append(chunk)
    }

    /// Ends the input.
    func finish() {
        isFinished = true
        mayHaveElements = true
        if batch.isDelivered { appendWaiting() }
    }

    /// Decodes a batch; all elements of the one before must be delivered.
    @usableFromInline
    func decodeBatch() throws(ResponseError) -> Bool { try decodeBatch(length: Self.batchLength) }

    /// Decodes a batch; all elements of the one before must be delivered.
    ///
    /// - Parameter length: The number of bytes to decode.
    /// - Returns: Whether the batch has elements.
    /// - Throws: The error after the elements before it were delivered.
    func decodeBatch(length: Int) throws(ResponseError) -> Bool {
        removeBatch()
        guard mayHaveElements else { return false }
        if let failure { throw failure }
        if !waiting.isEmpty { appendWaiting() }
        if decoder.revision != earlier.revision { earlier = (decoder.revision, decoder.values) }
        do throws(ResponseError) {
            mayHaveElements = try decoder.decode(into: batch, length: length)
        } catch {
            fail(error)
            if batch.isDelivered { throw error }
        }
        return !batch.isDelivered
    }

    /// Removes the batch whose elements were delivered, which publishes what the stream has set after them.
    private func removeBatch() {
        earlierCount += batch.count
        batch.removeAll()
    }

    private func appendWaiting() {
        removeBatch()
        for chunk in waiting { decoder.append(chunk.span) }
        waiting = []
        if isFinished { decoder.finish() }
    }

    /// Stores an error that every later call throws.
    func fail(_ error: ResponseError) {
        failure = error
        mayHaveElements = true
    }
}

extension ElementReader {
    /// The number of delivered elements.
    var count: Int { earlierCount + batch.deliveredCount }

    /// The values of the stream up to the last element that was delivered.
    var values: StreamValues {
        // Until then, the decoder has values that it set with that element or after it.
        let isCurrent = batch.isDelivered && (batch.count == 0 || batch.revision == decoder.revision)
        return isCurrent ? decoder.values : earlier.values
    }

    var position: SourcePosition { batch.end.map(decoder.position(of:)) ?? decoder.position }

    /// Returns the document around the elements of an array.
    func rest() throws(ResponseError) -> JSON {
        guard batch.count == 0 else {
            throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
        }
        return try decoder.rest()
    }
}
