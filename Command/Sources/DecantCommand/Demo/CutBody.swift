import FlyingSocks

/// A body at whose end the connection breaks.
struct CutBody: AsyncBufferedSequence {
    /// The error that the server receives when it asks for more.
    struct Broken: Error {}

    /// Gives the bytes once.
    struct AsyncIterator: AsyncBufferedIteratorProtocol {
        private var rest: [UInt8]?

        init(_ bytes: [UInt8]) {
            rest = bytes
        }

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard let bytes = rest else { throw Broken() }
            rest = nil
            return bytes
        }
    }

    typealias Element = UInt8

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(bytes)
    }
}
