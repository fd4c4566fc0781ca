extension TextCorpus {
    /// A text that becomes the expected one once some characters are exchanged, and why they differ.
    struct Explanation: Sendable {
        let ours: Character
        let theirs: Character
        let reason: String
    }

    /// Charsets that no label of the WHATWG Encoding Standard means, with the reason why they are not decoded.
    static let outside = [
        "IBM855": "Cyrillic of DOS before IBM866; the standard has IBM866 only, and no browser decodes IBM855",
        "EUC-TW": "CNS 11643 for Unix; the standard leaves it out, and decoders disagree about it",
    ]

    /// Files that become another text than the collection expects.
    static let explained = [
        "chardet/Big5/marilynwu.blogspot.com.xml": Explanation(
            ours: "\u{FF5E}",
            theirs: "\u{223C}",
            reason: "0xA1E3 is the full-width tilde in the standard, as in Windows, and the tilde operator in CPython"
        ),
        "chardet/EUC-JP/azito.under.jp.xml": Explanation(
            ours: "\u{FF5E}",
            theirs: "\u{301C}",
            reason: "0xA1C1 is the full-width tilde in the standard, as in Windows, and the wave dash in CPython"
        ),
    ]

    /// Files whose byte-order mark contradicts the charset that the collection decoded them by.
    static let contradictedByMark = [
        "chardet/UTF-16/bom-utf-16-be.srt": "it begins with FE FF, but was decoded as UTF-16LE"
    ]
}
