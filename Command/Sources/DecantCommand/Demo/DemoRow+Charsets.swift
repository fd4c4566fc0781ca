import Decant
import Foundation

extension DemoRow {
    /// Responses in charsets other than UTF-8, or without one.
    static let charsets: [DemoRow] = [
        DemoRow(
            "text in Shift_JIS",
            DemoResponse(200, "text/plain; charset=Shift_JIS", bytes: [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA]),
            as: .string,
            ".string",
            .value("日本語", findings: [.transcoded])
        ),
        .user(
            "JSON in gbk",
            DemoResponse(
                200,
                "application/json; charset=gbk",
                bytes: Array(#"{"id":7,"name":""#.utf8) + [0xC4, 0xE3, 0xBA, 0xC3] + Array(#""}"#.utf8)
            ),
            .value(#"User(id: 7, name: "你好")"#, findings: [.transcoded])
        ),
        .user(
            "JSON in UTF-16 with a byte-order mark",
            DemoResponse(200, "application/json", bytes: utf16(#"{"id":7,"name":"Zoë"}"#)),
            .value(#"User(id: 7, name: "Zoë")"#, findings: [.byteOrderMark, .transcoded])
        ),
        DemoRow(
            "a web page that declares its charset",
            DemoResponse(200, "text/html", bytes: Array("<meta charset=iso-8859-1><p>caf".utf8) + [0xE9]),
            as: .string,
            ".string",
            .value("<meta charset=iso-8859-1><p>café", findings: [.transcoded])
        ),
        DemoRow(
            "text in another charset than declared",
            DemoResponse(200, "text/plain; charset=utf-8", bytes: Array("caf".utf8) + [0xE9] + Array(" au lait".utf8)),
            as: .string,
            ".string",
            .failure(.invalidText, ["(byte 3)"])
        ),
        DemoRow(
            "a charset that must not be decoded",
            DemoResponse(200, "text/plain; charset=hz-gb-2312", "text"),
            as: .string,
            ".string",
            .failure(.unknownCharset, ["hz-gb-2312"])
        ),
    ]

    private static func utf16(_ text: String) -> [UInt8] {
        [0xFE, 0xFF] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}
