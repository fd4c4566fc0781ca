import DecantFoundation
import Dispatch

/// A serializer that says whether it decodes on the main queue, and how many bytes there were.
struct Probe: ResponseSerializer {
    struct Sighting: Sendable, Hashable {
        var isOnMainQueue: Bool
        var count: Int
    }

    private static let mark = DispatchSpecificKey<Bool>()

    /// Whether the caller runs on the main queue, which on Linux is not always on the main thread.
    static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) ?? false }

    /// Marks the main queue.
    static func markMainQueue() {
        DispatchQueue.main.setSpecific(key: mark, value: true)
    }

    var handling = ResponseHandling(accepting: nil)

    func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Sighting {
        Sighting(isOnMainQueue: Self.isOnMainQueue, count: body.count)
    }
}
