import Decant
import Foundation

extension DemoRow {
    /// Responses in charsets other than UTF-8, or without one.
    static let charsets: [DemoRow] = [
        .text(
            "text in Shift_JIS",
            DemoResponse("text/plain; charset=Shift_JIS", bytes: [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA]),
            .value("日本語", findings: [.transcoded])
        ),
        .user(
            "JSON in gbk",
            DemoResponse(
                "application/json; charset=gbk",
                bytes: Array(#"{"id":7,"name":""#.utf8) + [0xC4, 0xE3, 0xBA, 0xC3] + Array(#""}"#.utf8)
            ),
            .value(#"User(id: 7, name: "你好")"#, findings: [.transcoded])
        ),
        .user(
            "JSON in UTF-16 with a byte-order mark",
            .json(bytes: utf16(#"{"id":7,"name":"Zoë"}"#)),
            .value(#"User(id: 7, name: "Zoë")"#, findings: [.byteOrderMark, .transcoded])
        ),
        .text(
            "a web page that declares its charset",
            DemoResponse("text/html", bytes: Array("<meta charset=iso-8859-1><p>caf".utf8) + [0xE9]),
            .value("<meta charset=iso-8859-1><p>café", findings: [.transcoded])
        ),
        .text(
            "text in another charset than declared",
            DemoResponse("text/plain; charset=utf-8", bytes: Array("caf".utf8) + [0xE9] + Array(" au lait".utf8)),
            .failure(.invalidText, ["(byte 3)"])
        ),
        .text(
            "a charset that must not be decoded",
            DemoResponse("text/plain; charset=hz-gb-2312", "text"),
            .failure(.unknownCharset, ["hz-gb-2312"])
        ),
    ]

    private static func text(_ title: String, _ response: DemoResponse, _ expectation: DemoExpectation) -> DemoRow {
        DemoRow(title, response, as: .string, ".string", expectation)
    }

    private static func utf16(_ text: String) -> [UInt8] {
        [0xFE, 0xFF] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}
