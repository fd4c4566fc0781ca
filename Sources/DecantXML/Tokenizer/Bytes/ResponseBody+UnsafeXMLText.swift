// Why: one call lends the bytes of a body for a whole parse, where lending them for each token would count references.
//
// Bound: the memory of a body stays where it is for as long as the body lives. Whoever keeps the text keeps the body, too.

import DecantCore

extension ResponseBody {
    /// The bytes as a text to be read for as long as the body lives.
    var unsafeXMLText: UnsafeXMLText {
        unsafe UnsafeXMLText(UnsafeRawPointer(address), count: count)
    }
}
