import DecantCore
import DecantTesting
import Testing

@Suite struct DataResponseSerializerTests {
    @Test func returnsTheBytesOfAnyMediaType() throws {
        for type in [nil, "a/b", "not a type"] {
            let response = try ResponseSample(200, type, "abc").response(as: DataResponseSerializer())
            #expect(response.value == Array("abc".utf8))
        }
    }

    @Test func includesTheBytesOfABadStatusInTheError() {
        let error = DataResponseSerializer().error(for: ResponseSample(500, nil, "down"))
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.errorBody as? ResponseBytes == ResponseBytes("down".utf8))
    }
}
