import CDecantPages

/// Advice to the system about the memory of large images.
enum ImageMemory {
    /// From so many bytes on, large pages save more faults than half an unused page costs.
    private static let large = 8 << 20

    /// From so many bytes on, unused memory is worth a call.
    private static let unused = 1 << 20

    // MARK: - Unsafe
    //
    // Bound: callers pass memory that they own. Large pages do not change its contents; memory that is given back is not read
    // again before it is written.

    /// Asks for large pages for memory that is about to be written.
    static func preferLargePages(_ start: UnsafeMutableRawPointer?, _ bytes: Int) {
        if bytes >= large { unsafe decant_prefer_large_pages(start, bytes) }
    }

    /// Returns memory that is not read again to the system.
    static func giveBack(_ start: UnsafeMutableRawPointer?, _ bytes: Int) {
        if bytes >= unused { unsafe decant_give_back(start, bytes) }
    }
}
