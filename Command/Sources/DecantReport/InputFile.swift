package import Decant
import Foundation

/// A file or standard input, read in chunks.
package struct InputFile: Sendable {
    private static let chunkSize = 1 << 18

    private let handle: FileHandle

    /// Standard input.
    package static let standardInput = InputFile(handle: .standardInput)

    private init(handle: FileHandle) {
        self.handle = handle
    }

    /// Opens a file whose name need not be UTF-8.
    package init(opening path: [UInt8]) throws {
        let descriptor = UnsafeFileOpening.descriptor(of: path)
        guard descriptor >= 0 else { throw UnreadableInput(message: Self.systemMessage()) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Reads the next chunk; empty at the end.
    package func chunk() throws -> [UInt8] {
        do {
            return Array(try handle.read(upToCount: Self.chunkSize) ?? Data())
        } catch {
            throw UnreadableInput(message: (error as NSError).underlyingMessage ?? "it cannot be read")
        }
    }

    /// Waits for bytes, and reads the available ones; empty at the end.
    package func available() throws -> [UInt8] { Array(handle.availableData) }

    /// Reads to the end, up to a limit.
    ///
    /// - Parameters:
    ///   - beginning: The bytes already read.
    ///   - limits: The maximum number of bytes.
    /// - Throws: ``ResponseError`` if the file is larger; ``UnreadableInput`` if it cannot be read.
    package func whole(from beginning: [UInt8], limits: Limits) throws -> ResponseBytes {
        var collector = ResponseBodyCollector(limits: limits, expectedCount: size)
        var chunk = beginning
        while !chunk.isEmpty {
            try collector.append(chunk)
            chunk = try self.chunk()
        }
        return collector.finish()
    }

    /// Returns whether more bytes may follow a first chunk.
    package static func isPartial(_ chunk: [UInt8]) -> Bool { chunk.count == chunkSize }

    /// The total number of bytes, if known.
    private var size: Int? {
        guard let place = try? handle.offset(), let end = try? handle.seekToEnd(),
            (try? handle.seek(toOffset: place)) != nil
        else { return nil }
        return Int(exactly: end)
    }

    private static func systemMessage() -> String {
        UnsafeFileOpening.message(for: errno)
    }
}

extension NSError {
    /// The system's message, without the text that Foundation adds.
    package var underlyingMessage: String? {
        let cause = userInfo[NSUnderlyingErrorKey] as? NSError ?? self
        return cause.domain == NSPOSIXErrorDomain ? UnsafeFileOpening.message(for: Int32(cause.code)) : nil
    }
}

/// Opens files whose names may be any bytes.
package enum UnsafeFileOpening {
    // MARK: - Unsafe
    //
    // Why: Foundation opens files only by text, which cannot represent a name that is not UTF-8. Bound: `open` reads
    // the name up to the appended zero; `strerror` returns a string that ends with a zero and is copied immediately.

    /// Opens a file for reading.
    ///
    /// - Parameter path: The name.
    /// - Returns: The descriptor, or -1 with the reason in `errno`.
    package static func descriptor(of path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_RDONLY | O_CLOEXEC)
    }

    /// Opens a file for writing, created or truncated.
    ///
    /// - Parameter path: The name.
    /// - Returns: The descriptor, or -1 with the reason in `errno`.
    package static func descriptor(writing path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
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
