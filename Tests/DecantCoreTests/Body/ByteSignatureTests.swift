import DecantCore
import Testing

struct ByteSignatureTests {
    private func matches(_ signature: ByteSignature, _ bytes: String) -> Bool {
        signature.matches(ResponseBytes(bytes.utf8))
    }

    @Test func matchesTheFirstBytes() {
        #expect(matches("%PDF-", "%PDF-1.7"))
        #expect(matches([0x50, 0x4B], "PK"))
        #expect(!matches("%PDF-", "%PDF"))
        #expect(!matches("%PDF-", " %PDF-"))
    }

    @Test func matchesEveryPartAtItsOffset() {
        let signature = ByteSignature("RIFF", then: (8, "WEBP"))
        #expect(matches(signature, "RIFF....WEBPVP8 "))
        #expect(!matches(signature, "RIFF....WAVEfmt "))
        #expect(!matches(signature, "RIFF....WEB"))
        #expect(!matches(signature, "RIFX....WEBP"))
    }
}
