/// The limit: the bytes copied once into memory that is there.
final class CopyLimit {
    private let bytes: [UInt8]
    private let target: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        target = .allocate(byteCount: bytes.count, alignment: 16)
    }

    deinit {
        target.deallocate()
    }

    func run() {
        bytes.withUnsafeBytes { target.copyMemory(from: $0) }
        Sink.keep(target)
    }
}
