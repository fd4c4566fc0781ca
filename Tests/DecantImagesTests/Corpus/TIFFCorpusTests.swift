import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("tiff") != nil, "DECANT_CORPORA is not set"), .needsTIFF)
struct TIFFCorpusTests {
    @Test func decodesOrRefusesWhatFuzzersMade() throws {
        try ImageCorpusCheck.survives("tiff", atLeast: 90)
    }
}
