// Unsafe only in that it lends the bytes of a body for the time of a call; the position is tested.

package import DecantCore

/// The two ways to find the end of a plain run in a string: the one of the processor's vectors, and the one of words.
///
/// They have to agree at every position of every text, which the tests compare.
package enum UnsafeStringStops {
    /// How many of the next 16 bytes stand before the first one that ends a plain run; 16 if all do.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - position: A position in it.
    /// - Returns: What the two ways find.
    package static func both(in body: ResponseBody, at position: Int) -> (vectors: Int, words: Int) {
        precondition(position >= 0 && position <= body.count)
        return unsafe body.storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, from: body.start, count: body.count)
            return (text.stringStop(at: position), text.portableStringStop(at: position))
        }
    }
}
