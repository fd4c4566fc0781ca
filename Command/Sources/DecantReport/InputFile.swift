package import Decant
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file or standard input, read in chunks.
package final class InputFile: Sendable {
    private static let chunkSize = 1 << 18

    private let descriptor: Int32
    private let closes: Bool

    /// The file that has opened the descriptor, for a reader from an offset.
    private let original: InputFile?

    /// The offset of the next byte in the file, for a reader from an offset.
    private let position = Atomic(0)

    /// The bytes that were read ahead.
    private let ahead = Mutex<[UInt8]>([])

    private let readCount = Atomic(0)

    /// Standard input.
    package static let standardInput = InputFile(descriptor: STDIN_FILENO, closes: false)

    /// Creates a file for an open descriptor.
    ///
    /// - Parameter closes: Whether the file closes the descriptor when it is released.
    package init(descriptor: Int32, closes: Bool) {
        self.descriptor = descriptor
        self.closes = closes
        original = nil
    }

    /// Creates another reader of a regular file, which begins at an offset.
    ///
    /// It reads the same file even if its name meanwhile belongs to another one.
    package init(_ original: InputFile, from offset: Int) {
        descriptor = original.descriptor
        closes = false
        self.original = original
        position.store(offset, ordering: .relaxed)
    }

    /// Opens a file whose name need not be UTF-8.
    package convenience init(opening path: [UInt8]) throws {
        let descriptor = UnsafeFiles.descriptor(of: path)
        guard descriptor >= 0 else { throw UnreadableInput(message: UnsafeFiles.message(for: errno)) }
        self.init(descriptor: descriptor, closes: true)
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// Reads a whole chunk, or the remainder of the file; empty at the end.
    package func chunk() throws -> [UInt8] {
        var chunk = try available()
        while !chunk.isEmpty, chunk.count < Self.chunkSize {
            let more = try read(Self.chunkSize - chunk.count)
            if more.isEmpty { break }
            chunk += more
        }
        return chunk
    }

    /// Waits for bytes, and reads the available ones; empty at the end.
    package func available() throws -> [UInt8] {
        let bytes = ahead.withLock { ahead in
            defer { ahead = [] }
            return ahead
        }
        return bytes.isEmpty ? try read(Self.chunkSize) : bytes
    }

    /// Waits for more bytes, and keeps them for the next read.
    ///
    /// - Returns: All bytes read ahead, and whether the file has ended.
    package func peek() throws -> (bytes: [UInt8], isAtEnd: Bool) {
        let more = try read(Self.chunkSize)
        return ahead.withLock { ahead in
            ahead += more
            return (ahead, more.isEmpty)
        }
    }

    /// Forgets the bytes read ahead.
    package func skipPeekedBytes() {
        ahead.withLock { $0 = [] }
    }

    /// Reads to the end, up to a limit.
    ///
    /// - Parameters:
    ///   - beginning: The bytes already read.
    ///   - limits: The maximum number of bytes.
    /// - Throws: ``ResponseError`` if the file is larger; ``UnreadableInput`` if it cannot be read.
    package func whole(from beginning: [UInt8], limits: Limits) throws -> ResponseBytes {
        var first: [UInt8]? = beginning
        return try ResponseBytes(limits: limits, expectedCount: size) {
            let chunk = try first.take() ?? self.chunk()
            return chunk.isEmpty ? nil : chunk
        }
    }

    /// Returns whether more bytes may follow a first chunk.
    package static func isPartial(_ chunk: [UInt8]) -> Bool { chunk.count >= chunkSize }

    /// The number of bytes that were read.
    package var readBytes: Int { readCount.load(ordering: .relaxed) }

    /// The number of bytes of a regular file; nil for pipes and terminals.
    package var size: Int? { UnsafeFiles.size(of: descriptor) }

    private func read(_ count: Int) throws -> [UInt8] {
        while true {
            let offset = original == nil ? nil : position.load(ordering: .relaxed)
            if let bytes = UnsafeFiles.bytes(from: descriptor, at: offset, upTo: count) {
                position.add(bytes.count, ordering: .relaxed)
                readCount.add(bytes.count, ordering: .relaxed)
                return bytes
            }
            guard errno == EINTR else { throw UnreadableInput(message: UnsafeFiles.message(for: errno)) }
        }
    }
}

/// Reads and writes files by descriptors, and opens files whose names may be any bytes.
package enum UnsafeFiles {
    // MARK: - Unsafe
    //
    // Why: the functions of the C library take pointers. Bound: `open` reads the name up to the appended zero; `read`
    // and `write` get arrays with their counts; `strerror` returns a string that ends with a zero and is copied
    // immediately.

    /// Opens a file for reading.
    ///
    /// - Returns: The descriptor, or -1 with the reason in `errno`.
    package static func descriptor(of path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_RDONLY | O_CLOEXEC)
    }

    /// Opens a file for writing, created or truncated.
    ///
    /// - Returns: The descriptor, or -1 with the reason in `errno`.
    package static func descriptor(writing path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }

    /// Gives a file another name, and replaces a file with that name.
    ///
    /// - Returns: Whether the name was changed; if not, the reason is in `errno`.
    package static func rename(_ path: [UInt8], to other: [UInt8]) -> Bool {
        let names = [path, other].map { name in name.map { CChar(bitPattern: $0) } + [0] }
        #if canImport(Darwin)
        return unsafe Darwin.rename(names[0], names[1]) == 0
        #elseif canImport(Glibc)
        return unsafe Glibc.rename(names[0], names[1]) == 0
        #else
        return unsafe Musl.rename(names[0], names[1]) == 0
        #endif
    }

    /// Returns whether a file or folder of this name exists.
    package static func exists(_ path: [UInt8]) -> Bool {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe access(name, F_OK) == 0
    }

    /// The kind of a file.
    package enum Kind {
        case regular
        case folder
        /// A pipe, a device, or a socket.
        case other
    }

    /// Returns the kind of a file, or of the file that a link leads to; nil if there is no such file.
    package static func kind(of path: [UInt8]) -> Kind? {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        var status = stat()
        guard unsafe stat(name, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .regular
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// The device and the number of a file.
    package struct Identity: Equatable {
        fileprivate let device: dev_t
        fileprivate let number: ino_t
    }

    /// Returns the identity of a regular file, or of the file that a link leads to; nil if there is no such file.
    package static func identity(of path: [UInt8]) -> Identity? {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        var status = stat()
        guard unsafe stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: status.st_dev, number: status.st_ino)
    }

    /// Waits for bytes of a file, and returns the available ones; nil with the reason in `errno`.
    fileprivate static func bytes(from descriptor: Int32, at offset: Int?, upTo limit: Int) -> [UInt8]? {
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result =
                if let offset { unsafe pread(descriptor, buffer.baseAddress, limit, off_t(offset)) } else {
                    unsafe read(descriptor, buffer.baseAddress, limit)
                }
            failed = result < 0
            count = max(0, result)
        }
        return failed ? nil : bytes
    }

    /// Writes all bytes.
    ///
    /// - Returns: Whether the bytes were written; if not, the reason is in `errno`.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Glibc)
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    fileprivate static func size(of descriptor: Int32) -> Int? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(exactly: status.st_size)
    }

    /// Returns the system's message for an error number.
    package static func message(for number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }
}

/// The reason why an input could not be read.
package struct UnreadableInput: Error {
    /// The reason, as one sentence.
    package let message: String

    package init(message: String) {
        self.message = message
    }
}
