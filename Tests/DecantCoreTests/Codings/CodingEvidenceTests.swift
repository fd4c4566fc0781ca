import DecantCore
import Testing

@Suite("Evidence of content codings") struct CodingEvidenceTests {
    private typealias Row = (
        bytes: CodingEvidence.Bytes?, length: CodingEvidence.Length?, label: CodingEvidence.Label?, hasMark: Bool?,
        isSupported: Bool?, verdict: CodingEvidence.Verdict
    )

    /// The truth table for bodies whose state is unknown.
    ///
    /// The first matching row decides.
    private static let byEvidence: [Row] = [
        (.plain, .equal, nil, nil, nil, .passWithWarning),
        (.plain, nil, nil, nil, nil, .pass),
        (.coded, .equal, nil, nil, true, .decode),
        (.coded, nil, .compressedFile, nil, true, .pass),
        (.coded, nil, nil, nil, true, .decode),
        (.unclear, .equal, nil, nil, true, .decode),
        (.unclear, nil, nil, true, true, .pass),
        (.unclear, nil, nil, false, true, .tryToDecode),
        (.coded, nil, nil, nil, false, .reject),
        (.unclear, .equal, nil, nil, false, .reject),
        (.unclear, nil, .text, nil, false, .reject),
        (.unclear, nil, nil, nil, false, .passWithWarning),
    ]

    private static let asReceived: [Row] = [
        (.plain, nil, nil, nil, nil, .passWithWarning),
        (nil, nil, nil, nil, true, .decode),
        (nil, nil, nil, nil, false, .reject),
    ]

    private static let all: [CodingEvidence] = {
        let codings = ContentCoding.all + [ContentCoding(rawValue: "x")]
        return codings.flatMap { coding in
            [true, false].flatMap { isSupported in
                [CodingEvidence.Bytes.coded, .plain, .unclear].flatMap { bytes in
                    [CodingEvidence.Length.equal, .different, .unknown].flatMap { length in
                        [CodingEvidence.Label.compressedFile, .text, .other].map { label in
                            CodingEvidence(
                                bytes: bytes,
                                length: length,
                                label: label,
                                coding: coding,
                                isSupported: isSupported
                            )
                        }
                    }
                }
            }
        }
    }()

    private static func verdict(_ evidence: CodingEvidence, _ table: [Row]) -> CodingEvidence.Verdict? {
        let hasMark = evidence.coding == .gzip || evidence.coding == .zstd
        return table.first {
            ($0.bytes ?? evidence.bytes) == evidence.bytes && ($0.length ?? evidence.length) == evidence.length
                && ($0.label ?? evidence.label) == evidence.label && ($0.hasMark ?? hasMark) == hasMark
                && ($0.isSupported ?? evidence.isSupported) == evidence.isSupported
        }?.verdict
    }

    @Test("Every combination has the verdict of the truth table")
    func table() {
        #expect(Self.all.count == 5 * 2 * 27)
        for evidence in Self.all {
            #expect(evidence.verdict(isDecoded: nil) == Self.verdict(evidence, Self.byEvidence), "\(evidence)")
            #expect(evidence.verdict(isDecoded: false) == Self.verdict(evidence, Self.asReceived), "\(evidence)")
            #expect(evidence.verdict(isDecoded: true) == .pass)
        }
    }

    @Test(
        "Text is UTF-8 without control characters, and may be truncated",
        arguments: [
            ("", true), ("{\"a\":1}\r\n\t", true), ("é", true), ("\u{1B}[0m", false), ("\u{7F}", false), ("\0", false),
        ]
    )
    func text(text: String, expected: Bool) {
        #expect(CodingSignature.isText(Array(text.utf8)) == expected)
    }

    @Test("Text may end inside a character, but must not contain a malformed one")
    func cutText() {
        let text = Array("a€😀".utf8)
        for length in 0...text.count { #expect(CodingSignature.isText(text.prefix(length))) }
        #expect(!CodingSignature.isText([0x61, 0xFF]))
        #expect(!CodingSignature.isText([0x80, 0x80, 0x80, 0x80]))
        #expect(!CodingSignature.isText([0xE2, 0x82, 0x61]))
    }
}
