#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif
public import DecantCore
internal import DecantJSON

/// A recorder that keeps the failing responses of a running program as a HAR file.
///
/// ```swift
/// let recorder = CaptureRecorder()
/// try await ResponseOutcome.withObserver(recorder.observer) { try await run() }
/// try Data(recorder.archive).write(to: URL(filePath: "failures.har"))
/// ```
///
/// The file has the latest failures, and ``HAR`` reads it. ``Credentials`` are hidden in URLs, header fields, messages,
/// and bodies that are text; placeholders of the same length replace them in bodies. Bodies are recorded after content
/// decoding, up to `Limits.errorBodyBytes` each. Canceled requests are not recorded.
public final class CaptureRecorder: Sendable {
    /// The recorded entries in JSON.
    private struct State {
        var entries: ArraySlice<[UInt8]> = []
        var bytes = 0
        var droppedCount = 0
    }

    private let state = Lock(State())
    private let writer = FailureWriter()
    private let maxEntries: Int
    private let maxBytes: Int
    private let now: @Sendable () -> Int64

    /// Creates a recorder without entries.
    ///
    /// - Parameters:
    ///   - maxEntries: The maximum number of entries. The oldest ones are dropped.
    ///   - maxBytes: The maximum number of bytes of all entries in the file.
    public convenience init(maxEntries: Int = 100, maxBytes: Int = 16 << 20) {
        self.init(maxEntries: maxEntries, maxBytes: maxBytes) { Int64(time(nil)) }
    }

    /// Creates a recorder with another clock.
    ///
    /// - Parameter now: Returns the seconds since 1970.
    package init(maxEntries: Int, maxBytes: Int, now: @escaping @Sendable () -> Int64) {
        self.maxEntries = maxEntries
        self.maxBytes = maxBytes
        self.now = now
    }
}

extension CaptureRecorder {
    /// The observer that records failing responses.
    ///
    /// Set it by `ResponseOutcome.withObserver(_:operation:)`, or for one serializer by `observed(by:)`.
    public var observer: ResponseHandling.Observer { { [self] in record($0) } }

    /// Records an outcome, if it is a failure.
    ///
    /// Call it from a custom observer that also does other work.
    public func record(_ outcome: ResponseOutcome) {
        guard let error = outcome.error, error.code != .cancelled else { return }
        let entry = writer.entry(outcome, error, endedAt: now()).bytes()
        state.withLock { state in
            guard entry.count <= maxBytes, maxEntries > 0 else { return state.droppedCount &+= 1 }
            state.entries.append(entry)
            state.bytes += entry.count
            while state.entries.count > maxEntries || state.bytes > maxBytes, let first = state.entries.popFirst() {
                state.bytes -= first.count
                state.droppedCount &+= 1
            }
        }
    }

    /// The number of entries.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The number of failures that were dropped, because there were too many entries or bytes.
    public var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Removes all entries.
    public func removeAll() { state.withLock { $0 = State() } }

    /// The entries as a HAR file.
    public var archive: [UInt8] { FailureWriter.archive(of: Array(state.withLock { $0.entries })) }
}
