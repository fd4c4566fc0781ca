import DecantDocument
import Testing

@Suite struct DocumentNodeTests {
    @Test func packsItsParts() {
        for offset in [0, 1, 1 << 40] {
            let node = DocumentNode(.array, offset: offset, end: 0xFFFF_FFFE, count: 0x7FFF_FFFF)
            #expect((node.kind, node.offset, node.end, node.count) == (.array, offset, 0xFFFF_FFFE, 0x7FFF_FFFF))
            let number = DocumentNode(.integer, offset: offset, payload: UInt64(bitPattern: -7))
            #expect((number.kind, number.offset, number.integer) == (.integer, offset, -7))
        }
        #expect(MemoryLayout<DocumentNode>.size == 16)
    }
}
