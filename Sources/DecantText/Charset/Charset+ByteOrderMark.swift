import DecantCore

extension Charset {
    /// The marks by which a charset is known, the longer first where one begins with another (Unicode §23.8).
    private static let marks: [(charset: Charset, bytes: [UInt8])] = [
        (.utf8, [0xEF, 0xBB, 0xBF]),
        (.utf32LittleEndian, [0xFF, 0xFE, 0x00, 0x00]),
        (.utf32BigEndian, [0x00, 0x00, 0xFE, 0xFF]),
        (.utf16LittleEndian, [0xFF, 0xFE]),
        (.utf16BigEndian, [0xFE, 0xFF]),
    ]

    /// The bytes of U+FEFF; none in a charset that is not one of Unicode.
    var byteOrderMark: [UInt8] {
        Self.marks.first { $0.charset == self }?.bytes ?? []
    }

    /// The charset whose byte-order mark a body begins with.
    static func marked(_ body: ResponseBody) -> Charset? {
        marks.first { body.hasPrefix($0.bytes) }?.charset
    }
}
