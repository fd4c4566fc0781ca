import DecantCore
import Testing

@Suite struct TransferProgressTests {
    @Test func isAFractionOfTheAnnouncedLength() {
        #expect(TransferProgress(receivedBytes: 0, expectedBytes: 4).fraction == 0)
        #expect(TransferProgress(receivedBytes: 1, expectedBytes: 4).fraction == 0.25)
        #expect(TransferProgress(receivedBytes: 4, expectedBytes: 4).fraction == 1)
    }

    @Test func isNeverMoreThanTheWhole() {
        #expect(TransferProgress(receivedBytes: 9, expectedBytes: 4).fraction == 1)
        #expect(TransferProgress(receivedBytes: .max, expectedBytes: 1).fraction == 1)
    }

    @Test func isUnknownWithoutALength() {
        #expect(TransferProgress(receivedBytes: 9).fraction == nil)
        #expect(TransferProgress(receivedBytes: 0, expectedBytes: 0).fraction == nil)
        #expect(TransferProgress(receivedBytes: 0, expectedBytes: -1).fraction == nil)
    }
}
