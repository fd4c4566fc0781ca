import Testing

/// What types make of documents.
@Suite struct XMLDecodingTests {
    @Test(arguments: XMLDecodingCases.all)
    func makesOfADocument(_ one: XMLDecodingCase) {
        #expect(one.outcome() == one.expected)
    }
}
