// Validates and decodes one response with each module that works without Foundation. Scripts/check runs the program and
// inspects its linked libraries.

import DecantCaptures
import DecantCore
import DecantImages
import DecantJSON
import DecantPropertyList
import DecantText
import DecantXML

let data = try DataResponseSerializer().value(
    of: [1, 2, 3],
    for: ResponseContext(mediaType: ResponseMediaType("application/octet-stream"))
)
precondition(data == [1, 2, 3], "the bytes come out as they went in")

let text = try StringResponseSerializer().value(
    of: [0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
    for: ResponseContext(mediaType: ResponseMediaType("text/plain; charset=Shift_JIS"))
)
precondition(text == "テスト", "the text comes out in its charset")

let saved = try SavedResponse(ResponseBytes("HTTP/1.1 200 OK\r\n\r\n\u{1}\u{2}\u{3}".utf8))
let captured = try saved.value(as: DataResponseSerializer())
precondition(captured == data, "the bytes come out of the capture")

let json = ResponseMediaType("application/json")
let user = try JSONResponseSerializer(User.self).value(
    of: #"{"name": "Ada", "age": 36}"#.utf8,
    for: ResponseContext(mediaType: json)
)
precondition(user == User(name: "Ada", age: 36), "the type comes out of the text")

let bitmap = "#define dot_width 1\n#define dot_height 1\nstatic char dot_bits[] = { 0x01 };"
let responseImage = try ImageResponseSerializer().value(
    of: bitmap.utf8,
    for: ResponseContext(mediaType: ResponseMediaType("image/x-xbitmap"))
)
let pixel = try responseImage.decoded().pixels[0, 0]
precondition(pixel == SIMD4(0, 0, 0, 255), "the pixels come out of the bitmap")

do throws(ResponseError) {
    _ = try JSONResponseSerializer(User.self).value(
        of: #"{"name": "Ada", "age": "36"}"#.utf8,
        for: ResponseContext(mediaType: json)
    )
    preconditionFailure("a string was taken for an integer")
} catch {
    precondition(error.description.contains("age"), "the error names the path")
}

// The recorder is the observer of a task, in optimized code.
let recorder = CaptureRecorder()
for number in 1...2 {
    await ResponseOutcome.withObserver(recorder.observer) {
        await Task.yield()
        _ = try? JSONResponseSerializer(User.self).value(of: "{".utf8, for: ResponseContext(mediaType: json))
    }
    ResponseOutcome.withObserver(recorder.observer) {
        _ = try? JSONResponseSerializer(User.self).value(of: "[".utf8, for: ResponseContext(mediaType: json))
    }
    precondition(recorder.count == 2 * number, "the recorder sees each failure")
}

let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: zstd\r\n\r\n\u{1}"
do {
    _ = try SavedResponse(ResponseBytes(head.utf8)).value(as: JSONResponseSerializer(User.self))
    preconditionFailure("a coding was decoded without its library")
} catch {
    precondition(error.remedies.map(\.name) == ["Zstd"], "the trait is a remedy")
}

let element = try XMLResponseSerializer(User.self).value(
    of: #"<user age="36"><name>Ada</name></user>"#.utf8,
    for: ResponseContext(mediaType: ResponseMediaType("application/xml"))
)
precondition(element == user, "the type comes out of the elements")

let list = try PropertyListResponseSerializer(User.self).value(
    of: "<plist><dict><key>name</key><string>Ada</string><key>age</key><integer>36</integer></dict></plist>".utf8,
    for: ResponseContext(mediaType: ResponseMediaType("application/x-plist"))
)
precondition(list == user, "the type comes out of the list")
