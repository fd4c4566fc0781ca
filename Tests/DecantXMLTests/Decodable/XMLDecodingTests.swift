import Testing

/// The values of types decoded from documents.
@Suite struct XMLDecodingTests {
    @Test(arguments: XMLDecodingCases.all)
    func makesOfADocument(_ one: XMLDecodingCase) {
        #expect(one.outcome() == one.expected)
    }
}
