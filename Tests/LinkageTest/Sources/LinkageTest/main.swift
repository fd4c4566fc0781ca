// Validates and decodes one response in each room that does without Foundation. Scripts/check runs the program and
// looks at the libraries it links.

import DecantCore
import DecantText

let data = try DataResponseSerializer().serialize(
    [1, 2, 3],
    mediaType: MediaType("application/octet-stream")
)
precondition(data.bytes == [1, 2, 3], "the bytes come out as they went in")

let text = try StringResponseSerializer().serialize(
    [0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
    mediaType: MediaType("text/plain; charset=Shift_JIS")
)
precondition(text == "テスト", "the text comes out in its charset")

do throws(ResponseError) {
    _ = try StringResponseSerializer().serialize([0xFF], mediaType: MediaType("text/plain"))
    preconditionFailure("what is no text was taken for text")
} catch {
    precondition(!error.description.isEmpty, "the error explains itself")
}
