package import DecantCore

/// The two ways to search a text: the one of the processor's vectors, and the one of bytes.
///
/// They have to agree at every position of every text, which the tests compare.
package enum XMLSearches {
    /// What all searches find from a position on.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - position: A position in it.
    /// - Returns: What the two ways find.
    package static func both(in body: ResponseBody, at position: Int) -> (vectors: [Int], bytes: [Int]) {
        precondition(position >= 0 && position <= body.count, "the position is in the text")
        let text = body.unsafeXMLText
        let (run, portableRun) = (text.nameRun(at: position), text.portableNameRun(at: position))
        let quotes: [UInt8] = [0x22, 0x27]
        let marks: [UInt8] = [0x2D, 0x5D, 0x3F]
        let vectors =
            [run.stop, run.colon, text.textEnd(from: position), text.firstInvalid(from: position, to: body.count)]
            + quotes.map { text.valueEnd(from: position, quote: $0) } + marks.map { text.find($0, from: position) }
        let bytes =
            [portableRun.stop, portableRun.colon, text.portableTextEnd(from: position)]
            + [text.portableFirstInvalid(from: position, to: body.count)]
            + quotes.map { text.portableValueEnd(from: position, quote: $0) }
            + marks.map { text.portableFind($0, from: position) }
        return (vectors, bytes)
    }
}
