import Testing

/// Runs Foundation's `JSONDecoder` and Decant's decoder on one table of cases.
@Suite struct ParityTests {
    static let table =
        ParityCases.numbers + ParityCases.containers + ParityCases.keys + ParityCases.scalars
        + ParityCases.probes

    @Test(arguments: table)
    func decodesAsJSONDecoderDoes(_ row: ParityCase) {
        #expect(row.ours() == row.difference ?? row.oracle())
    }

    /// An entry in the list of differences that is none any more would hide a change of the oracle or of ours.
    @Test(arguments: table.filter { $0.difference != nil })
    func statesNoDifferenceThatIsNone(_ row: ParityCase) {
        #expect(row.difference != row.oracle())
    }
}
