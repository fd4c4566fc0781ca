import DecantCore
import DecantPropertyList
import Foundation
import Testing

@Suite struct BinaryPropertyListReaderTests {
    private func failure(_ list: BinaryList, _ limits: Limits = Limits()) -> ResponseError? {
        failure(list.body, limits)
    }

    private func failure(_ body: ResponseBytes, _ limits: Limits = Limits()) -> ResponseError? {
        do throws(ResponseError) {
            _ = try PropertyList(parsing: body, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsEveryType() throws {
        let real = BinaryList.bytes(Double(1.5).bitPattern, 8)
        let list = BinaryList([
            [0xAD, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [0x08], [0x09], [0x10, 0xFF],
            [0x13] + [UInt8](repeating: 0xFF, count: 8),
            [0x14] + [UInt8](repeating: 0, count: 7) + [1] + [UInt8](repeating: 0, count: 8), [0x22, 0x3F, 0xC0, 0, 0],
            [0x23] + real, [0x33] + real, [0x42, 1, 2], [0x52, 0x68, 0x69], [0x62, 0xD8, 0x3D, 0xDE, 0x00], [0x80, 7],
            [0xC1, 1],
        ])
        let root = try PropertyList(parsing: list.body)
        #expect(root.format == .binary)
        let values = try #require(root.array).map { $0 }
        #expect(
            values.map(\.kind) == [
                .boolean, .boolean, .integer, .integer, .integer, .real, .real, .date, .data, .string, .string, .uid,
                .set,
            ]
        )
        #expect(values[0].bool == false && values[1].bool == true)
        #expect(values[2].int == 255 && values[3].int == -1)
        #expect(values[4].int == nil && values[4].integer(as: Int128.self) == Int128(1) << 64)
        #expect(values[5].double == 1.5 && values[6].double == 1.5 && values[7].secondsSinceReferenceDate == 1.5)
        #expect(values[8].data == [1, 2] && values[9].string == "hi" && values[10].string == "😀")
        #expect(values[11].uid == 7)
        #expect(values[12].set?.map(\.bool) == [false])
    }

    @Test(arguments: 1...8) func readsReferencesAndOffsetsOfAnySize(size: Int) throws {
        let reference = { BinaryList.bytes($0, size) }
        var list = BinaryList([[0xD1] + reference(1) + reference(2), [0x51, 0x61], [0x51, 0x62]])
        list.referenceSize = UInt8(size)
        list.offsetSize = UInt8(size)
        #expect(try PropertyList(parsing: list.body)["a"]?.string == "b")
    }

    @Test(arguments: [0, 9, 255] as [UInt8]) func rejectsOtherSizes(size: UInt8) {
        var list = BinaryList([[0xA0]])
        list.referenceSize = size
        #expect(failure(list)?.code == .malformedBody)
        list.referenceSize = 1
        list.offsetSize = size
        #expect(failure(list)?.code == .malformedBody)
    }

    @Test(
        arguments: [0xA0, 0xC0, 0xD0, 0x40, 0x50, 0x60] as [UInt8],
        [1 << 61, 1 << 62, .max, 1 << 63, 1 << 32] as [UInt64]
    )
    func rejectsCountsBeyondTheAvailableBytes(marker: UInt8, count: UInt64) {
        for referenceSize in [1, 8] as [UInt8] {
            var list = BinaryList([BinaryList.long(marker, count, in: 3)])
            list.referenceSize = referenceSize
            #expect(failure(list)?.code == .malformedBody)
        }
    }

    @Test("Rejects an object count that differs from the table", arguments: [0, 2, 1 << 61, .max] as [UInt64])
    func rejectsAnObjectCountThatDiffers(
        count: UInt64
    ) {
        var list = BinaryList([[0xA0]])
        list.claimedCount = count
        #expect(failure(list)?.code == .malformedBody)
    }

    @Test(arguments: [0, 8, 10, 40, 1 << 61, .max] as [UInt64]) func rejectsATableAtAnotherOffset(offset: UInt64) {
        var list = BinaryList([[0xA0]])
        list.claimedTable = offset
        #expect(failure(list)?.code == .malformedBody)
    }

    @Test(arguments: [0, 7, 10, 255] as [UInt64]) func rejectsOffsetsOutsideTheObjects(offset: UInt64) {
        var list = BinaryList([[0xA1, 1], [0x09]])
        list.offsets[1] = offset == 10 ? 11 : offset
        #expect(failure(list)?.code == .malformedBody)
    }

    @Test func rejectsReferencesToMissingObjects() {
        #expect(failure(BinaryList([[0xA1, 1]]))?.message == "object 0: a reference to an object that does not exist")
        var list = BinaryList([[0xA0]])
        list.top = 1
        #expect(failure(list)?.code == .malformedBody)
    }

    @Test func rejectsContainersThatContainThemselves() {
        #expect(failure(BinaryList([[0xA1, 0]]))?.message == "object 0: the object contains itself")
        #expect(failure(BinaryList([[0xA1, 1], [0xD1, 2, 0], [0x51, 0x61]]))?.code == .malformedBody)
    }

    @Test func rejectsTenLevelsOfSharedReferences() throws {
        let levels = (0..<10).map { [0xAA] + [UInt8](repeating: UInt8($0 + 1), count: 10) }
        let error = try #require(failure(BinaryList(levels + [[0x09]])))
        #expect(error.code == .limitExceeded)
        #expect(error.limit == .propertyListReferences)
    }

    @Test func acceptsAModerateNumberOfSharedObjects() throws {
        // Eight containers share one that shares a string.
        let list = BinaryList([[0xA8] + [UInt8](repeating: 1, count: 8), [0xA3, 2, 2, 2], [0x51, 0x61]])
        let root = try PropertyList(parsing: list.body)
        #expect(root.array?.map { $0.array?.map(\.string) } == Array(repeating: ["a", "a", "a"], count: 8))
    }

    @Test func acceptsManyReferencesToOneObject() throws {
        let list = BinaryList([BinaryList.long(0xA0, 60_000, in: 2) + [UInt8](repeating: 1, count: 60_000), [0x09]])
        var wide = list
        wide.offsetSize = 4
        #expect(try PropertyList(parsing: wide.body).count == 60_000)
    }

    @Test func boundsTheTotalTextOfSharedStrings() {
        let text = BinaryList.long(0x50, 40_000, in: 2) + [UInt8](repeating: 0x61, count: 40_000)
        var list = BinaryList([BinaryList.long(0xA0, 40_000, in: 2) + [UInt8](repeating: 1, count: 40_000), text])
        list.offsetSize = 4
        #expect(failure(list)?.limit == .bodyBytes)
    }

    @Test func rejectsExcessiveNesting() throws {
        #expect(try PropertyList(parsing: BinaryList.nested(512).body).count == 1)
        #expect(failure(BinaryList.nested(513))?.limit == .propertyListDepth)
        #expect(failure(BinaryList.nested(20_000))?.limit == .propertyListDepth)
    }

    @Test func rejectsTooManyValues() {
        var limits = Limits()
        limits.propertyListNodes = 3
        #expect(failure(BinaryList([[0xA2, 1, 1], [0x09]]), limits) == nil)
        #expect(failure(BinaryList([[0xA3, 1, 1, 1], [0x09]]), limits)?.limit == .propertyListNodes)
    }

    @Test func rejectsMalformedStrings() {
        #expect(failure(BinaryList([[0x51, 0x80]]))?.message == "object 0: an ASCII string has a byte above 0x7F")
        #expect(
            failure(BinaryList([BinaryList.long(0x50, 20, in: 0) + [UInt8](repeating: 0x61, count: 19) + [0xC3]]))
                != nil
        )
        for units: [UInt8] in [[0xD8, 0x3D], [0xDE, 0x00], [0xD8, 0x3D, 0x00, 0x61], [0xDE, 0, 0xD8, 0x3D]] {
            let list = BinaryList([[0x60 | UInt8(units.count / 2)] + units, [0x09]])
            #expect(failure(list)?.message == "object 0: a UTF-16 string has a lone surrogate")
        }
    }

    @Test func rejectsKeysThatAreNotStrings() {
        #expect(
            failure(BinaryList([[0xD1, 1, 1], [0x10, 1]]))?.message
                == "object 1: expected a string as the key of a dictionary"
        )
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func rejectsDatesThatAreNotNumbers(seconds: Double) {
        let list = BinaryList([[0x33] + BinaryList.bytes(seconds.bitPattern, 8)])
        #expect(failure(list)?.message == "object 0: a date is not a finite number")
    }

    @Test(arguments: [0x00, 0x0C, 0x0F, 0x15, 0x21, 0x24, 0x32, 0x70, 0x90, 0xB0, 0xE0, 0xF0, 0x88, 0x8F] as [UInt8])
    func rejectsUnknownMarkers(marker: UInt8) {
        #expect(failure(BinaryList([[marker] + [UInt8](repeating: 0, count: 40)]))?.code == .malformedBody)
    }

    @Test(arguments: ["bplist00", "bplist", "bplist01 and more than forty-two bytes of something", "bplist00\u{0}"])
    func rejectsAnIsolatedMagicNumber(text: String) {
        #expect(failure(ResponseBytes(text.utf8))?.code == .malformedBody)
    }

    @Test("Reads or rejects every prefix and every changed byte") func readsOrRejectsEveryPrefixAndEveryChanged() throws
    {
        let bytes = try damaged()
        for end in 0..<bytes.count { #expect(failure(ResponseBytes(bytes[..<end])) != nil) }
        for index in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF, bytes[index] ^ 0x10] as [UInt8] {
                var copy = Array(bytes)
                copy[index] = value
                guard let document = try? PropertyList(parsing: ResponseBytes(copy)) else { continue }
                _ = try PropertyList.Value(document).hashValue
            }
        }
    }

    private func damaged() throws -> ResponseBytes {
        let list = BinaryList([
            [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x51, 0x62], [0x61, 0, 0xE9], [0xA3, 7, 7, 5],
            [0x33, 0x41, 0, 0, 0, 0, 0, 0, 0],
            [0x80, 1], [0x43, 1, 2, 3],
        ])
        _ = try PropertyList(parsing: list.body)
        return list.body
    }

    @Test("Reads and releases the deepest document on a small stack") func readsAndReleasesTheDeepestDocument()
        async throws
    {
        let body = BinaryList.nested(512).body
        let isSame = await withCheckedContinuation { continuation in
            let thread = Thread {
                let value = try? PropertyList.Value(parsing: body)
                let other = try? PropertyList.Value(parsing: body)
                continuation.resume(returning: value != nil && value == other && value?.hashValue == other?.hashValue)
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(isSame)
    }

    /// A list large enough that its objects are prefetched, with references across the whole file.
    private func large() -> BinaryList {
        let count = 70_000
        let numbers = (0..<count).map { 1 + UInt64($0 * 7919 % count) }
        let root = BinaryList.long(0xA0, UInt64(count), in: 2) + numbers.flatMap { BinaryList.bytes($0, 3) }
        var list = BinaryList(
            [root] + (0..<count).map { [0x57] + Array("\(1_000_000 + $0)".utf8) }
        )
        list.referenceSize = 3
        list.offsetSize = 3
        return list
    }

    @Test func readsALargeList() throws {
        let value = try PropertyList.Value(parsing: large().body)
        guard case .array(let elements) = value else { return #expect(Bool(false), "no array") }
        #expect(elements.count == 70_000)
        #expect(Set(elements).count == 70_000)
    }

    @Test(arguments: [1, 15, 16, 17, 35_000, 69_999])
    func rejectsInvalidReferencesInALargeList(slot: Int) {
        var beyond = large()
        beyond.objects[0].replaceSubrange(5 + 3 * slot..<8 + 3 * slot, with: [0xFF, 0xFF, 0xFF])
        #expect(throws: ResponseError.self) { try PropertyList(parsing: beyond.body) }
        var outside = large()
        outside.offsets[1 + slot] = 0xFF_FFFF
        #expect(throws: ResponseError.self) { try PropertyList(parsing: outside.body) }
    }
}
