import Decant
import Foundation

/// A file or standard input, which is read in chunks.
struct InputFile: Sendable {
    private static let chunkSize = 1 << 18

    private let handle: FileHandle

    /// Standard input.
    static let standardInput = InputFile(handle: .standardInput)

    private init(handle: FileHandle) {
        self.handle = handle
    }

    /// Opens a file whose name need not be UTF-8.
    init(opening path: [UInt8]) throws {
        let descriptor = UnsafeFileOpening.descriptor(of: path)
        guard descriptor >= 0 else { throw UnreadableInput(message: Self.systemMessage()) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Reads on.
    ///
    /// - Returns: The bytes, none at the end.
    func chunk() throws -> [UInt8] {
        do {
            return Array(try handle.read(upToCount: Self.chunkSize) ?? Data())
        } catch {
            throw UnreadableInput(message: (error as NSError).underlyingMessage ?? "it cannot be read")
        }
    }

    /// Reads to the end, up to a limit.
    ///
    /// - Parameters:
    ///   - beginning: What was read before.
    ///   - limits: How much there may be.
    /// - Returns: All bytes.
    /// - Throws: ``ResponseError`` if there are more; ``UnreadableInput`` if they cannot be read.
    func whole(from beginning: [UInt8], limits: Limits) throws -> ResponseBody {
        var collector = ResponseBodyCollector(limits: limits, expectedCount: size)
        var chunk = beginning
        while !chunk.isEmpty {
            try collector.append(chunk)
            chunk = try self.chunk()
        }
        return collector.finish()
    }

    /// Whether there may be more behind a first chunk.
    static func isPartial(_ chunk: [UInt8]) -> Bool { chunk.count == chunkSize }

    /// How much there is in all, if that can be known.
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
    /// What the system says, without the words that Foundation puts around it.
    var underlyingMessage: String? {
        let cause = userInfo[NSUnderlyingErrorKey] as? NSError ?? self
        return cause.domain == NSPOSIXErrorDomain ? UnsafeFileOpening.message(for: Int32(cause.code)) : nil
    }
}
