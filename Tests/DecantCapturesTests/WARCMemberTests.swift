import DecantCaptures
import DecantCore
import Foundation
import Testing
import TestSupport

/// Archives that are compressed, whole and damaged.
struct WARCMemberTests {
    private static func record(_ number: Int) -> [UInt8] {
        WARCTests.record("record \(number)", type: "resource", contentType: "text/plain")
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var writer = DeflateWriter()
        writer.putFixedBlock(bytes, isLast: true)
        return Wrapped.gzip(writer.bytes, of: bytes)
    }

    private static func texts(_ records: [WARC.Record]) -> [String] {
        records.map { String(decoding: $0.block, as: UTF8.self) }
    }

    private static let members = (0..<3).map { gzip(record($0)) }

    @Test func readsAMemberForEachRecord() throws {
        let (records, error) = WARCTests.readEvenly(Self.members.flatMap { $0 })
        #expect(error == nil)
        #expect(Self.texts(records) == ["record 0", "record 1", "record 2"])
        #expect(records.map(\.offset) == [0, Self.members[0].count, Self.members[0].count + Self.members[1].count])
        #expect(records.allSatisfy { $0.findings == [] })
    }

    @Test func readsOneMemberForAllRecords() throws {
        let (records, error) = WARCTests.readEvenly(Self.gzip((0..<3).flatMap(Self.record)))
        #expect(error == nil)
        #expect(Self.texts(records) == ["record 0", "record 1", "record 2"])
        #expect(records.map(\.offset) == [0, 0, 0])
    }

    @Test func readsARecordInSeveralMembers() throws {
        let record = Self.record(7)
        let parts = [record.prefix(40), record[40..<record.count - 5], record.suffix(5)]
        let (records, error) = WARCTests.readEvenly(parts.flatMap { Self.gzip(Array($0)) } + Self.members[0])
        #expect(error == nil)
        #expect(Self.texts(records) == ["record 7", "record 0"])
    }

    @Test(arguments: [0, 1, 2])
    func aDamagedMemberCostsItsRecord(index: Int) throws {
        for damage in ["checksum", "data", "header", "magic"] {
            var members = Self.members
            switch damage {
            case "checksum": members[index][members[index].count - 8] ^= 1
            case "data": members[index][10] = 0xFF
            case "header": members[index][3] = 0xFF
            default: members[index][0] = UInt8(ascii: "x")
            }
            let (records, error) = WARCTests.readEvenly(members.flatMap { $0 })
            let others = (0..<3).filter { $0 != index }
            // Without its magic number, the first member shows no compression.
            guard damage != "magic" || index > 0 else { continue }
            #expect(Self.texts(records) == others.map { "record \($0)" }, "\(damage)")
            #expect((error == nil) == (index < 2), "\(damage)")
            #expect(index == 2 || records[index].findings.map(\.code) == [.skippedRecord], "\(damage)")
        }
    }

    @Test func aRecordWithoutItsBlockIsSkipped() throws {
        let header = Self.gzip(Array("WARC/1.0\r\nContent-Length: 5\r\n\r\n".utf8))
        let (records, error) = WARCTests.readEvenly(header + Self.members[1])
        #expect(error == nil)
        #expect(Self.texts(records) == ["record 1"])
        let message = try #require(records.first?.findings.first?.message)
        #expect(message.contains("the record is truncated at the end of its member"))
    }

    @Test func aRecordEndsWithItsMember() throws {
        let cut = Self.gzip(Array(Self.record(0).dropLast(6)))
        let (records, error) = WARCTests.readEvenly(cut + Self.members[1])
        #expect(error == nil)
        #expect(Self.texts(records) == ["record", "record 1"])
        #expect(records.first?.findings.map(\.code) == [.guessedEnd])
    }

    @Test func reportsATruncatedMemberAfterItsRecords() throws {
        let bytes = Self.members.flatMap { $0 }
        for count in [bytes.count - 1, bytes.count - 9, Self.members[0].count + Self.members[1].count + 5] {
            let (records, error) = WARCTests.readEvenly(Array(bytes.prefix(count)))
            #expect(records.count == 2)
            #expect(error?.code == .truncatedBody)
            #expect(error?.offset == Self.members[0].count + Self.members[1].count)
        }
    }

    @Test(arguments: ["WARC/1i1\r\n", "WARC/x", "WARC/"])
    func aMemberWithAnotherMarkIsSkipped(text: String) throws {
        let (records, error) = WARCTests.readEvenly(Self.gzip(Array(text.utf8)) + Self.members[0])
        #expect(error == nil)
        #expect(Self.texts(records) == ["record 0"])
        #expect(records.first?.findings.map(\.code) == [.skippedRecord])
    }

    @Test("Skips zero bytes and other bytes between members") func skipsZeroBytesAndOtherBytesBetween() throws {
        let zeros = WARCTests.readEvenly(Self.members[0] + [0, 0, 0] + Self.members[1])
        #expect(zeros.records.count == 2 && zeros.records.allSatisfy { $0.findings == [] })
        let junk = WARCTests.readEvenly(Self.members[0] + Array("junk".utf8) + Self.members[1] + Array("junk".utf8))
        #expect(junk.records.map(\.findings.count) == [0, 1])
        #expect(junk.error?.message == "expected a compressed record")
    }

    // MARK: - Several readers

    /// Archives with members at the offsets that a search finds, and with members that continue or damage a record.
    private static let splitArchives: [[UInt8]] = {
        let cutHeader = Array(record(3).prefix(60))
        var damaged = members
        damaged[1][damaged[1].count - 8] ^= 1
        var writer = DeflateWriter()
        writer.putStored(WARCTests.record("", type: "resource") + members[1] + members[2], isLast: true)
        let nested = Wrapped.gzip(writer.bytes, of: WARCTests.record("", type: "resource") + members[1] + members[2])
        return [
            members, damaged, [members[0], gzip(cutHeader), members[1], members[2]],
            [gzip(record(0) + cutHeader), gzip(record(1) + record(2)), members[0]],
            [gzip(Array(record(0).dropLast(9))), members[1], Array("junk".utf8), members[2], [0, 0], members[0]],
            [nested, members[0], members[1]], [gzip(record(0) + record(1) + record(2)), members[0]],
            [members[0], Array(members[1].dropLast(3))],
        ].map { $0.flatMap { $0 } }
    }()

    @Test(arguments: splitArchives)
    func twoReadersReadTheRecordsOfOne(bytes: [UInt8]) throws {
        let whole = WARCTests.read(bytes)
        var (right, wrong) = (0, 0)
        for start in 1..<bytes.count {
            guard Self.memberOffset(in: Array(bytes[start...])) == 0 else { continue }
            let first = Self.read(bytes, upTo: start)
            guard first.hasEnded else {
                wrong += 1
                continue
            }
            right += 1
            var reader = WARC.Reader(at: start)
            reader.append(bytes[start...])
            reader.finish()
            var (rest, failure) = ([WARC.Record](), ResponseError?.none)
            do throws(ResponseError) { while let record = try reader.next() { rest.append(record) } } catch {
                failure = error
            }
            let records = first.records + rest
            #expect(records.map(\.offset) == whole.records.map(\.offset))
            #expect(records.map(\.block) == whole.records.map(\.block))
            #expect(records.map(\.findings) == whole.records.map(\.findings))
            #expect(failure?.message == whole.error?.message)
            #expect(failure?.offset == whole.error?.offset)
        }
        #expect(right + wrong > 0)
    }

    /// Reads records until the next member is the one at an offset.
    private static func read(_ bytes: [UInt8], upTo offset: Int) -> (records: [WARC.Record], hasEnded: Bool) {
        var reader = WARC.Reader()
        reader.append(bytes)
        reader.finish()
        var records: [WARC.Record] = []
        while let record = try? reader.next() {
            records.append(record)
            if reader.nextMember == offset { return (records, true) }
        }
        return (records, false)
    }

    private static func memberOffset(in bytes: [UInt8]) -> Int? { WARC.memberOffset(in: bytes.elementSpan) }

    @Test func findsOnlyMembersThatBeginWithARecord() throws {
        let (other, member) = (Self.gzip(Array("no record".utf8)), Self.members[0])
        #expect(Self.memberOffset(in: other + member) == other.count)
        #expect(Self.memberOffset(in: other + member.prefix(12)) == nil)
        #expect(Self.memberOffset(in: [0x1F, 0x8B, 8, 0xFF]) == nil)
        #expect(Self.memberOffset(in: []) == nil)
    }

    // MARK: - zstd

    #if DECANT_Zstd
    @Test(arguments: ["dictionary.warc.zst", "compressed-dictionary.warc.zst"])
    func readsAnArchiveWithADictionary(name: String) throws {
        let bytes = try Self.fixture(name)
        let (records, error) = WARCTests.readEvenly(bytes)
        #expect(error == nil)
        #expect(records.count == 3)
        let texts = records.compactMap(\.entry).map { String(decoding: $0.body, as: UTF8.self) }
        #expect(texts == (0..<3).map { "{\"id\": \($0)}" })
        #expect(Set(records.map(\.offset)).count == 3)
    }

    @Test func rejectsADictionaryThatLies() throws {
        let bytes = try Self.fixture("dictionary.warc.zst")
        var other = bytes
        // The identifier of the dictionary follows its magic number.
        other[12] ^= 1
        let (records, error) = WARCTests.read(other)
        #expect(records.isEmpty)
        #expect(error?.code == .malformedBody)
        let long = WARCTests.readEvenly(Array(bytes.prefix(4)) + [0xFF, 0xFF, 0xFF, 0xFF] + bytes.dropFirst(8))
        #expect(long.error?.limit == .codingWindow)
        #expect(WARCTests.readEvenly(Array(bytes.prefix(100))).error?.code == .truncatedBody)
        let frames = bytes.dropFirst(8 + Int(bytes[4]) + Int(bytes[5]) << 8)
        #expect(WARCTests.read(Array(frames)).error?.code == .unsupportedFormat)
    }
    #endif

    private static func fixture(_ name: String) throws -> [UInt8] {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/Codings/\(name)").standardized
        return [UInt8](try Data(contentsOf: file))
    }
}
