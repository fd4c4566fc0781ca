import DecantCore
import DecantTesting
import Testing

@Suite struct SerializerContractTests {
    @Test func ownSerializersKeepTheContract() {
        let text = ResponseSample(200, "text/plain", "a\nb\n")
        #expect(SerializerContract(LineCount(), accepted: text).violations() == [])
        #expect(SerializerContract(DataResponseSerializer(), accepted: text).violations() == [])
        #expect(SerializerContract(EmptyResponseSerializer(), accepted: text).violations() == [])
        #expect(SerializerContract(LineCount().map { $0 + 1 }, accepted: text).violations() == [])
    }

    @Test func namesWhatIsBroken() {
        let anything = LineCount().accepting(statuses: nil).acceptingAnyMediaType()
        let violations = SerializerContract(anything, accepted: ResponseSample(200, "text/plain", "a\n")).violations()
        #expect(violations.contains { $0.hasPrefix("a bad status gives a value") })
        let refused = SerializerContract(LineCount(), accepted: ResponseSample(200, "text/html", "a\n")).violations()
        #expect(refused.contains { $0.hasPrefix("the sample is refused") })
    }
}
