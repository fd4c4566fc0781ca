// Foundation opens files by text only, so a name that is not UTF-8 would never be found. `open` reads the name up to the zero
// that is appended here; `strerror` gives a text that ends with a zero and is copied at once.

import Foundation

/// Opens files by names that are any bytes.
enum UnsafeFileOpening {
    /// Opens a file for reading.
    ///
    /// - Parameter path: The name.
    /// - Returns: The descriptor, or -1, after which `errno` says why.
    static func descriptor(of path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_RDONLY | O_CLOEXEC)
    }

    /// Opens a file for writing, made anew or emptied.
    ///
    /// - Parameter path: The name.
    /// - Returns: The descriptor, or -1, after which `errno` says why.
    static func descriptor(writing path: [UInt8]) -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        return unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }

    /// The words of the system for an error number.
    static func message(for number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }
}
