/// The byte sequences of UTF-8 (RFC 3629 §3, §4).
enum UTF8Sequence {
    /// The number of scalar bits in a continuation byte.
    static var payloadBits: UInt32 { 6 }
    private static var payloadMask: UInt32 { 1 << payloadBits - 1 }

    /// The lead bytes of sequences of two, three, and four bytes.
    static var twoByteLeads: ClosedRange<UInt8> { 0xC2...0xDF }
    static var threeByteLeads: ClosedRange<UInt8> { 0xE0...0xEF }
    static var fourByteLeads: ClosedRange<UInt8> { 0xF0...0xF4 }

    /// Returns the number of bytes after a lead byte; 0 if it does not begin a sequence of several bytes.
    static func needed(after lead: UInt8) -> Int {
        switch lead {
        case twoByteLeads: 1
        case threeByteLeads: 2
        case fourByteLeads: 3
        default: 0
        }
    }

    /// Returns whether a continuation byte is in the valid range after a lead byte.
    ///
    /// The range is between the standard's “UTF-8 lower boundary” and “UTF-8 upper boundary” (WHATWG Encoding §8.1.1).
    /// It excludes overlong forms, surrogates, and values above U+10FFFF.
    static func isInBoundaries(_ second: UInt8, after lead: UInt8) -> Bool {
        switch lead {
        case 0xE0: second >= 0xA0
        case 0xED: second <= 0x9F
        case 0xF0: second >= 0x90
        case 0xF4: second <= 0x8F
        default: true
        }
    }

    /// Returns the scalar bits of a lead byte.
    ///
    /// Above them are as many ones as the sequence has bytes, and a zero.
    static func payload(ofLead lead: UInt8, needed: Int) -> UInt32 {
        UInt32(lead) & payloadMask &>> UInt32(truncatingIfNeeded: needed)
    }

    /// Returns the scalar bits of a continuation byte.
    static func payload(of continuation: UInt8) -> UInt32 { UInt32(continuation) & payloadMask }

    /// Returns the continuation byte for the lowest bits of a value.
    static func continuation(_ bits: UInt32) -> UInt8 {
        .firstNonASCII | UInt8(truncatingIfNeeded: bits & payloadMask)
    }

    /// Returns the lead byte of a sequence of `length` bytes for the highest bits of a scalar value.
    static func lead(_ bits: UInt32, length: Int) -> UInt8 {
        ~(UInt8.max &>> UInt8(truncatingIfNeeded: length)) | UInt8(truncatingIfNeeded: bits)
    }

    /// Returns the length of a scalar value in UTF-8 (RFC 3629 §3).
    static func length(of scalar: UInt32) -> Int {
        switch scalar {
        case ..<0x80: 1
        case ..<0x800: 2
        case ..<0x10000: 3
        default: 4
        }
    }
}
