/// The valid values of one byte of a two-byte code: two ranges, numbered consecutively (WHATWG Encoding §5, “pointer”).
///
/// For example, a trail byte of gb18030 is either in the range from `@` to `~`, numbered 0 to 62, or in the range 0x80
/// to 0xFE, numbered 63 to 189. A pointer is the number of the lead byte times 190 plus the number of the trail byte.
struct CodeBytes {
    private let low: ClosedRange<UInt8>
    private let high: ClosedRange<UInt8>

    init(_ low: ClosedRange<UInt8>, _ high: ClosedRange<UInt8>) {
        self.low = low
        self.high = high
    }

    /// The number of valid values, which is the number of columns in the table of the code.
    var count: Int { low.count + high.count }

    /// Returns the number of a byte, or nil if it is outside the ranges.
    func index(of byte: UInt8) -> Int? {
        if low.contains(byte) { return Int(byte - low.lowerBound) }
        return high.contains(byte) ? low.count + Int(byte - high.lowerBound) : nil
    }
}

extension ClosedRange<UInt8> {
    /// The lead bytes of Big5, gb18030, and EUC-KR.
    static var eastAsianLeads: ClosedRange { 0x81...0xFE }

    /// The ASCII trail bytes of Big5, gb18030, and Shift_JIS.
    static var asciiTrails: ClosedRange { UInt8(ascii: "@")...UInt8(ascii: "~") }

    /// The 94 graphic bytes of ISO/IEC 2022 in the right half.
    static var rightGraphic: ClosedRange { 0xA1...0xFE }

    /// The 94 graphic bytes of ISO/IEC 2022 in the left half.
    static var leftGraphic: ClosedRange { UInt8(ascii: "!")...UInt8(ascii: "~") }

    /// The halfwidth katakana of JIS X 0201 in the right half.
    static var halfwidthKatakana: ClosedRange { 0xA1...0xDF }

    /// The ASCII digits.
    static var digits: ClosedRange { UInt8(ascii: "0")...UInt8(ascii: "9") }

    /// Returns the number of a byte, or nil if it is outside the range.
    func index(of byte: UInt8) -> Int? { contains(byte) ? Int(byte - lowerBound) : nil }
}

extension UInt32 {
    /// The first halfwidth katakana, U+FF61.
    static var firstHalfwidthKatakana: UInt32 { 0xFF61 }
}
