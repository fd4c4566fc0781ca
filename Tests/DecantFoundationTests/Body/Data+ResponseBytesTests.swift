import DecantFoundation
import DecantTesting
import Foundation
import Testing

struct DataResponseBytesTests {
    @Test(arguments: [0, 1, 63, 64, 65, 100_000])
    func goesInAndOutUnchanged(_ count: Int) {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let body = ResponseBytes(data)
        #expect(body.count == count)
        #expect(body == Array(data))
        #expect(Data(body) == data)
    }

    @Test func acceptsASliceThatDoesNotStartAtZero() {
        let data = Data("0123456789".utf8).dropFirst(3).prefix(4)
        #expect(ResponseBytes(data) == Array("3456".utf8))
        #expect(Data(ResponseBytes("0123456789".utf8).dropFirst(3)) == Data("3456789".utf8))
    }

    @Test func isTheValueOfAnEmptyBody() throws {
        let serializer = DataResponseSerializer().map { Data($0) }
        #expect(try ResponseSample(204, nil).value(as: serializer) == Data())
        #expect(Data.emptyBodyValue == Data())
    }

    @Test func keepsTheContract() {
        let sample = ResponseSample(200, "application/octet-stream", "bytes")
        let serializer = MappedResponseSerializer.foundationData.statuses(.successful)
        #expect(throws: Never.self) { try sample.response(as: serializer) }
        #expect(serializer.error(for: ResponseSample(404, "text/plain", "no"))?.code == .unacceptableStatus)
    }
}
