import DecantXML
import Testing

struct XMLOptionsTests {
    @Test func theDefaultsReadNothingFromOutsideAndKeepAllText() {
        let options = XML.Options()
        #expect(options.processesNamespaces)
        #expect(!options.refusesExternalReferences)
        #expect(options.whiteSpace == .keep)
    }
}
