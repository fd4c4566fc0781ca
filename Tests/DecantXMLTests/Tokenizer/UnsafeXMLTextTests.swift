import DecantCore
import DecantXML
import Testing

@Suite struct UnsafeXMLTextTests {
    @Test func vectorsFindWhatBytesFind() {
        var bytes: [UInt8] = []
        for byte in UInt8.min...UInt8.max where byte != 0 { bytes += [byte, 0x61, byte, 0x3A] }
        bytes += Array("a:b:c a-b.c_d/e=\"x\"&lt;]]>\r\n<abcdefghijklmnopqrstuvwxyz:0123456789>".utf8)
        bytes += (0..<40).map { UInt8($0 % 7 == 3 ? 0x0B : 0x20 + $0) }
        let body = ResponseBody(bytes)
        for position in 0..<bytes.count {
            let (vectors, words) = XMLSearches.both(in: body, at: position)
            #expect(vectors == words, "at \(position)")
        }
    }
}
