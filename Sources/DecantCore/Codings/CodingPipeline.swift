/// A chain of decoders for a body with one or more content codings.
///
/// Each layer reads the output of the layer outside it. Output is pulled from the innermost layer: a layer decodes only
/// when the next one has consumed all of its output, so at most 64 KiB are buffered between two layers.
struct CodingPipeline {
    /// The maximum number of bytes buffered between two layers.
    static let chunkSize = 1 << 16

    /// The output of a layer that the next layer has not consumed.
    private struct Joint {
        var bytes: [UInt8] = []
        var position = 0
        /// The error that follows these bytes.
        var fault: LayerFault?
        /// Whether more output may be available without more input.
        var isPaused = false
    }

    /// An error in the data of a layer.
    private struct LayerFault: Error {
        var fault: CodingFault
        var index: Int
    }

    private let limits: Limits
    /// The layers, outermost first; at least one.
    private let layers: [CodingLayer]
    private var joints: [Joint]

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - codings: The codings, in the order they were applied.
    ///   - limits: The limits. Only ``Limits/codedBytes`` and ``Limits/codingWindow`` are used.
    ///   - acceptsPlainData: Whether data that is evidently not encoded is passed through.
    ///   - keepsOutput: Whether all output is written to one contiguous buffer.
    init(_ codings: [ContentCoding], limits: Limits, acceptsPlainData: Bool, keepsOutput: Bool) {
        let settings = CodingLayer.Settings(limits: limits, acceptsPlainData: acceptsPlainData)
        self.limits = limits
        layers = codings.indices.reversed().map { index in
            var settings = settings
            settings.keepsOutput = keepsOutput && index == 0
            return CodingLayer(codings[index], settings)
        }
        joints = Array(repeating: Joint(), count: max(0, codings.count - 1))
    }

    /// The number of bytes decoded.
    private var decodedCount: Int { layers[layers.count - 1].outputCount }

    /// The number of bytes passed from one layer to the next, summed over all layers.
    var intermediateCount: Int { layers.dropLast().reduce(0) { $0 + $1.outputCount } }

    /// The findings of all layers, valid once the whole body is decoded.
    var findings: [Finding] { layers.flatMap(\.findings) }

    /// Estimates the decoded size of a whole body.
    func estimatedCount(of input: Span<UInt8>) -> Int { layers[0].estimatedCount(of: input) }

    /// Decodes until the input is consumed, the output is full, or the given number of chunks has been read between
    /// layers.
    ///
    /// - Returns: Whether more output may be available without more input.
    mutating func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>,
        refills: Int = .max
    ) throws(ResponseError) -> Bool {
        var left = refills
        do throws(LayerFault) {
            return try pull(layers.count - 1, from: input, at: &position, into: &output, refills: &left)
        } catch {
            throw self.error(error)
        }
    }

    /// Checks that the data of all layers is complete, starting with the outermost.
    func finish() throws(ResponseError) {
        for (index, layer) in layers.enumerated() {
            do throws(CodingFault) { try layer.finish() } catch {
                throw self.error(LayerFault(fault: error, index: index))
            }
        }
    }

    private mutating func pull(
        _ index: Int,
        from input: Span<UInt8>,
        at position: inout Int,
        into output: inout OutputSpan<UInt8>,
        refills: inout Int
    ) throws(LayerFault) -> Bool {
        guard index > 0 else { return try run(index, from: input, at: &position, into: &output) }
        while true {
            var joint = joints[index - 1]
            var next = joint.position
            let isFull = try run(index, from: joint.bytes.elementSpan, at: &next, into: &output)
            joints[index - 1].position = next
            if isFull { return true }
            if let fault = joint.fault { throw fault }
            guard refills > 0 else { return true }
            refills -= 1
            joint = refilled(index - 1, from: input, at: &position, refills: &refills)
            joints[index - 1] = joint
            if joint.bytes.isEmpty, joint.fault == nil { return joint.isPaused }
        }
    }

    private func run(
        _ index: Int,
        from input: Span<UInt8>,
        at position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(LayerFault) -> Bool {
        do throws(CodingFault) {
            return try layers[index].decode(input, from: &position, into: &output) == .outputFull
        } catch {
            throw LayerFault(fault: error, index: index)
        }
    }

    /// Converts an error of a layer; only an offset in the outermost layer is an offset in the body.
    private func error(_ failure: LayerFault) -> ResponseError {
        let (fault, index) = (failure.fault, failure.index)
        let source = index == 0 ? "the encoded body" : "the output of \(layers[index - 1].coding.rawValue)"
        let count = decodedCount.counted("byte")
        let label = layers[index].coding.rawValue
        let message = "\(label): \(fault.message), at byte \(fault.offset) of \(source), after \(count) of output"
        var error = ResponseError(fault.code, message, at: .bytes(decodedCount), limit: fault.limit, hint: fault.hint)
        error.details.neededLimit = fault.neededLimit
        error.details.codedOffset = index == 0 ? fault.offset : nil
        return error
    }
}

// MARK: - Unsafe

// Bound: the new array has the capacity of a chunk, and the output span never writes beyond it.
extension CodingPipeline {
    /// Returns the next chunk of output of a layer.
    private mutating func refilled(
        _ index: Int,
        from input: Span<UInt8>,
        at position: inout Int,
        refills: inout Int
    ) -> Joint {
        var joint = Joint()
        joint.bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            let space = unsafe UnsafeMutableBufferPointer(rebasing: buffer.prefix(Self.chunkSize))
            var output = unsafe OutputSpan(buffer: space, initializedCount: 0)
            do throws(LayerFault) {
                joint.isPaused = try pull(index, from: input, at: &position, into: &output, refills: &refills)
            } catch {
                joint.fault = error
            }
            count = unsafe output.finalize(for: space)
        }
        let layer = layers[index]
        if joint.fault == nil, layer.outputCount > limits.codedBytes {
            let message =
                "the content codings produced more than \(limits.codedBytes.counted("byte")) that are still encoded"
            let fault = CodingFault(
                code: .limitExceeded,
                message: message,
                offset: layer.inputCount,
                limit: .codedBytes
            )
            joint.fault = LayerFault(fault: fault, index: index)
        }
        return joint
    }
}
