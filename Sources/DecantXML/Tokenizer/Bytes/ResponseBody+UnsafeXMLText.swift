// Why: one call lends the bytes of a body for a whole parse, where lending them for each token would count references.
//
// Bound: the storage of a body is an array of bytes that never changes, and bytes are never bridged, so that its elements
// stay where they are for as long as the array lives. Whoever keeps the text keeps the body beside it.

import DecantCore

extension ResponseBody {
    /// The bytes as a text to be read for as long as the body lives.
    var unsafeXMLText: UnsafeXMLText {
        unsafe storage.withUnsafeBytes { bytes in
            // A body's storage is never empty, because of the slack.
            unsafe UnsafeXMLText(bytes.baseAddress.unsafelyUnwrapped + start, count: count)
        }
    }
}
