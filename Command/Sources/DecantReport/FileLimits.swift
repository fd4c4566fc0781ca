import Decant

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ReadingOptions {
    /// The limits that a file on disk raises: the body, and what its bytes can hold.
    private static let fileLimits: [Limits.Name] = [.bodyBytes, .jsonNodes, .propertyListNodes, .xmlNodes]

    /// The part of the memory that a file may have.
    ///
    /// A document takes up to 14 times the memory of its bytes: five bytes of XML can be two nodes of 32 bytes each.
    private static let memoryShare = 32

    /// Returns the options for a regular file: if it fits the memory, its size replaces lower limits.
    ///
    /// Limits that were set by an option stay. A decoded body is limited by the size of the file, too.
    package func fitting(fileOfSize size: Int) -> ReadingOptions {
        guard size <= (memoryBytes ?? Self.machineMemory) / Self.memoryShare else { return self }
        var options = self
        for name in Self.fileLimits where !setLimits.contains(name) && size > limits[name] {
            options.limits[name] = size
        }
        return options
    }

    /// The number of bytes of the machine's memory.
    package static let machineMemory: Int = {
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        let (bytes, overflows) = pages.multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
        return overflows ? .max : max(0, bytes)
    }()
}
