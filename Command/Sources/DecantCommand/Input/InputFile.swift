import Decant
import Foundation

/// Reads files and standard input whole, up to a limit.
enum InputFile {
    private static let chunkSize = 1 << 18

    /// Reads standard input.
    static func standardInput(limits: Limits) throws -> ResponseBody {
        try read(.standardInput, limits: limits)
    }

    /// Reads a file whose name need not be UTF-8.
    static func read(_ path: [UInt8], limits: Limits) throws -> ResponseBody {
        let descriptor = UnsafeFileOpening.descriptor(of: path)
        guard descriptor >= 0 else { throw UnreadableInput(message: systemMessage()) }
        return try read(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), limits: limits)
    }

    private static func read(_ file: FileHandle, limits: Limits) throws -> ResponseBody {
        var collector = ResponseBodyCollector(limits: limits, expectedCount: size(of: file))
        while true {
            let chunk = try contents(of: file)
            guard !chunk.isEmpty else { return collector.finish() }
            try collector.append(chunk)
        }
    }

    private static func contents(of file: FileHandle) throws -> Data {
        do {
            return try file.read(upToCount: chunkSize) ?? Data()
        } catch {
            throw UnreadableInput(message: (error as NSError).underlyingMessage ?? "it cannot be read")
        }
    }

    private static func size(of file: FileHandle) -> Int? {
        guard let end = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil else { return nil }
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
