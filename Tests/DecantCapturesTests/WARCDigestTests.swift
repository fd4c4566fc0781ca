#if Digests
import DecantCaptures
import DecantCore
import Testing

/// The digests in the headers of records.
struct WARCDigestTests {
    private static let block =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"

    private static func findings(_ fields: String, type: String = "response", block: String = block) -> [Finding] {
        WARCTests.readEvenly(WARCTests.record(block, type: type, fields: fields)).records.first?.digestFindings() ?? []
    }

    @Test(arguments: [
        "WARC-Block-Digest: sha1:25SDT6MHAVYWFIO76C77OVT36NKAUOBJ",
        "warc-block-digest: SHA-1:25sdt6mhavywfio76c77ovt36nkauobj",
        // The payload with the framing of its chunks, and without it.
        "WARC-Payload-Digest: sha1:B77CA5TCN276XUAGYHOZFLP2IHAM6TT3",
        "WARC-Payload-Digest: sha1:APPGYVYL7YSL7QZIZTL4URVXN2W26QZU",
        "WARC-Payload-Digest: sha256:36bbe50ed96841d10443bcb670d6554f0a34b761be67ec9c4a8ad2c0c44ca42c",
        "WARC-Payload-Digest: sha-256:G256KDWZNBA5CBCDXS3HBVSVJ4FDJN3BXZT6ZHCKRLJMBRCMUQWA====",
        """
        WARC-Payload-Digest: sha512:878AE65A92E86CAC011A570D4C30A7EAEC442B85CE8ECA0C2952B5E3CC0628C2\
        E79D889AD4D5C7C626986D452DD86374B6FFAA7CD8B67665BEF2289A5C70B0A1
        """,
    ])
    func acceptsCorrectDigests(field: String) {
        #expect(Self.findings("\(field)\r\n") == [])
        let other = Self.findings("\(field)\r\n", block: Self.block.replacing("abc", with: "abd"))
        #expect(other.map(\.code) == [.digestMismatch])
        #expect(other.map(\.severity) == [.warning])
    }

    @Test func namesTheFieldAndTheAlgorithm() {
        let digest = "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        let fields = "WARC-Block-Digest: \(digest)\r\nWARC-Payload-Digest: \(digest)\r\n"
        #expect(
            Self.findings(fields).map(\.message) == [
                "the SHA-1 of the content differs from WARC-Block-Digest",
                "the SHA-1 of the content differs from WARC-Payload-Digest",
            ]
        )
        // The payload of a revisit is in another record.
        #expect(Self.findings(fields, type: "revisit").count == 1)
        #expect(Self.findings(fields + "WARC-Segment-Number: 1\r\n").count == 1)
        #expect(Self.findings("") == [])
    }

    @Test(arguments: [
        "md5:AAAA", "sha1", "sha1:", "sha1:1", "sha1:0000000000000000000000000000000000000000x", "sha256:ÄÄ",
    ])
    func reportsDigestsThatItCannotVerify(digest: String) {
        let findings = Self.findings("WARC-Block-Digest: \(digest)\r\n")
        let text = digest.count > 40 ? "\(digest.prefix(40))…" : digest
        let message = "WARC-Block-Digest is not verified: expected sha1, sha256, or sha512, and a digest, but found "
        #expect(findings.map(\.message) == [message + "“\(text)”"])
        #expect(findings.map(\.code) == [.unverifiedDigest])
    }

    @Test func digestsTheBlockOfARecordWithoutAHead() {
        let field = "WARC-Payload-Digest: sha1:APPGYVYL7YSL7QZIZTL4URVXN2W26QZU\r\n"
        let record = WARCTests.record("abcde", type: "resource", contentType: "text/plain", fields: field)
        #expect(WARCTests.readEvenly(record).records.first?.digestFindings() == [])
    }
}
#endif
