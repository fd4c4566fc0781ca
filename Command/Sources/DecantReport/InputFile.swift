package import Decant
import Foundation

/// A file or standard input, which is read in chunks.
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

    /// Reads on.
    ///
    /// - Returns: The bytes, none at the end.
    package func chunk() throws -> [UInt8] {
        do {
            return Array(try handle.read(upToCount: Self.chunkSize) ?? Data())
        } catch {
            throw UnreadableInput(message: (error as NSError).underlyingMessage ?? "it cannot be read")
        }
    }

    /// Waits for bytes, and reads those that there are.
    ///
    /// - Returns: The bytes, none at the end.
    package func available() throws -> [UInt8] { Array(handle.availableData) }

    /// Reads to the end, up to a limit.
    ///
    /// - Parameters:
    ///   - beginning: What was read before.
    ///   - limits: How much there may be.
    /// - Returns: All bytes.
    /// - Throws: ``ResponseError`` if there are more; ``UnreadableInput`` if they cannot be read.
    package func whole(from beginning: [UInt8], limits: Limits) throws -> ResponseBytes {
        var collector = ResponseBodyCollector(limits: limits, expectedCount: size)
        var chunk = beginning
        while !chunk.isEmpty {
            try collector.append(chunk)
            chunk = try self.chunk()
        }
        return collector.finish()
    }

    /// Returns whether more may follow a first chunk.
    package static func isPartial(_ chunk: [UInt8]) -> Bool { chunk.count == chunkSize }

    /// The number of all bytes, if it is known.
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
    /// The system's message, without the words that Foundation puts around it.
    package var underlyingMessage: String? {
        let cause = userInfo[NSUnderlyingErrorKey] as? NSError ?? self
        return cause.domain == NSPOSIXErrorDomain ? UnsafeFileOpening.message(for: Int32(cause.code)) : nil
    }
}

/// Opens files by names that are any bytes.
package enum UnsafeFileOpening {
    // MARK: - Unsafe
    //
    // Foundation opens files by text only, so that a name that is not UTF-8 would never be found.
    // Bound: `open` reads the name up to the zero that is appended; `strerror` returns a string that ends with a zero, and
    // is copied at once.

    /// Opens a file for reading.
    ///
    /// - Parameter path: The name.
    /// - Returns: The descriptor, or -1, after which `errno` says why.
    package static func descriptor(of path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_RDONLY | O_CLOEXEC)
    }

    /// Opens a file for writing, made anew or emptied.
    ///
    /// - Parameter path: The name.
    /// - Returns: The descriptor, or -1, after which `errno` says why.
    package static func descriptor(writing path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }

    /// The words of the system for an error number.
    package static func message(for number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }
}

/// The reason that an input could not be read.
package struct UnreadableInput: Error {
    /// One sentence for a person.
    package let message: String

    package init(message: String) {
        self.message = message
    }
}
