// Validates and decodes one response in each room that does without Foundation. Scripts/check runs the program and
// looks at the libraries it links.

import DecantCore

let context = ResponseContext(mediaType: MediaType("application/octet-stream"))
let bytes = try DataResponseSerializer().serialize(ResponseBody([1, 2, 3]), for: context)
precondition(bytes.bytes == [1, 2, 3], "the bytes come out as they went in")
