import DecantCore
import DecantPropertyList
import Testing

@Suite struct XMLPropertyListReaderTests {
    private func list(_ content: String, _ limits: Limits = Limits()) throws(ResponseError) -> PropertyList {
        let text = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(content)</plist>"
        return try PropertyList(parsing: ResponseBytes(text.utf8), limits: limits)
    }

    private func failure(_ content: String, _ limits: Limits = Limits()) -> ResponseError? {
        do throws(ResponseError) {
            _ = try list(content, limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsEveryType() throws {
        let root = try list(
            """
            <dict>
                <key>text</key><string>a &amp; b<!-- not text --><![CDATA[<c>]]></string>
                <key>empty</key><string/>
                <key>decimal</key><integer> -42 </integer>
                <key>hexadecimal</key><integer>0xFF</integer>
                <key>large</key><integer>18446744073709551615</integer>
                <key>real</key><real>-1.5e3</real>
                <key>yes</key><true/><key>no</key><false></false>
                <key>date</key><date>2001-01-01T00:00:01Z</date>
                <key>data</key><data>
                    AAEC
                    Aw==
                </data>
                <key>list</key><array><array/><dict/></array>
            </dict>
            """
        )
        #expect(root.format == .xml)
        #expect(root["text"]?.string == "a & b<c>" && root["empty"]?.string == "")
        #expect(root["decimal"]?.int == -42 && root["hexadecimal"]?.int == 255)
        #expect(root["large"]?.integer(as: UInt64.self) == .max && root["large"]?.int == nil)
        #expect(root["real"]?.double == -1500)
        #expect(root["yes"]?.bool == true && root["no"]?.bool == false)
        #expect(root["date"]?.secondsSinceReferenceDate == 1)
        #expect(root["data"]?.data == [0, 1, 2, 3])
        #expect(root["list"]?.array?.map(\.kind) == [.array, .dictionary])
        #expect(root["list"]?[0]?.count == 0)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("+7", 7), ("0x10", 16), ("-0x10", -16),
            ("9223372036854775808", 9_223_372_036_854_775_808),
            ("170141183460469231731687303715884105727", Int128.max),
            ("-170141183460469231731687303715884105728", Int128.min),
        ] as [(String, Int128)]
    )
    func readsIntegersExactly(text: String, value: Int128) throws {
        #expect(try list("<integer>\(text)</integer>").integer(as: Int128.self) == value)
    }

    @Test(arguments: ["", "x", "12x", "0x", "1.5", "- 1", "170141183460469231731687303715884105728", "１"])
    func rejectsInvalidIntegers(text: String) {
        #expect(failure("<integer>\(text)</integer>")?.code == .malformedBody)
    }

    @Test(
        arguments: [
            ("0", 0), ("1.5", 1.5), ("-2", -2), ("0.1", 0.1), ("1e300", 1e300),
            ("123456789012345678", 123_456_789_012_345_680),
            ("inf", .infinity), ("-Infinity", -.infinity), (" 3.25 ", 3.25), ("5e-324", .leastNonzeroMagnitude),
        ] as [(String, Double)]
    )
    func readsRealsToTheLastBit(text: String, value: Double) throws {
        #expect(try list("<real>\(text)</real>").double == value)
    }

    @Test(arguments: ["", ".", "0x1p3", "1,5", "one", "nano", "1e", "--1"]) func rejectsMalformedReals(text: String) {
        #expect(failure("<real>\(text)</real>")?.code == .malformedBody)
    }

    @Test(arguments: ["1e999", "-1e999", "2e308"]) func rejectsRealsBeyondTheRangeOfDoubles(text: String) {
        let error = failure("<real>\(text)</real>")
        #expect(error?.code == .malformedBody)
        #expect(error?.message == "expected a finite number of 64 bits, but found “\(text)”")
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", -978_307_200), ("2000-02-29T12:00:00Z", -26_481_600),
            ("0001-01-01T00:00:00Z", -63_113_904_000),
            ("9999-12-31T23:59:59Z", 252_423_993_599),
        ] as [(String, Double)]
    )
    func readsDates(text: String, seconds: Double) throws {
        #expect(try list("<date>\(text)</date>").secondsSinceReferenceDate == seconds)
    }

    @Test(arguments: [
        "", "2001-02-29T00:00:00Z", "2001-13-01T00:00:00Z", "2001-00-01T00:00:00Z", "2001-01-01T24:00:00Z",
        "2020-99-99T00:00:00Z",
        "2001-01-01", "2001-01-01T00:00:00", "2001-01-01 00:00:00Z", "2001-01-01T00:00:60Z", "zzz",
        "2001-01-01T00:00:00Zx",
    ])
    func rejectsImpossibleDates(text: String) {
        #expect(failure("<date>\(text)</date>")?.code == .malformedBody)
    }

    @Test(arguments: ["!!!!", "A", "AA", "AAA", "AA=A", "AAAA=", "=AAA", "AAE=AAAA", "AAAA="])
    func rejectsInvalidBase64(text: String) {
        #expect(failure("<data>\(text)</data>")?.code == .malformedBody)
    }

    @Test(arguments: [
        "", "<string/><string/>", "<dict><string/></dict>", "<dict><key/></dict>", "<dict><key/><key/></dict>",
        "<array><key/></array>",
        "<key/>", "<set/>", "<array>text</array>", "<dict>text</dict>", "text<true/>", "<string><true/></string>",
        "<true>x</true>",
        "<plist><true/></plist>", "<array><array></array>", "<String/>", "<string", "<array>&undefined;</array>",
    ])
    func rejectsTextOutsideTheGrammar(content: String) {
        #expect(failure(content)?.code == .malformedBody)
    }

    @Test func reportsWhere() throws {
        let error = try #require(failure("\n<array>\n  <integer>x</integer>\n</array>"))
        #expect(error.message == "expected an integer of at most 128 bits, but found “x”")
        #expect(error.position?.line == 4 && error.position?.column == 3)
    }

    @Test(arguments: [
        ("<real>1,5</real>", "expected a finite number of 64 bits, but found “1,5”"),
        ("<date/>", "expected a date such as 2001-02-03T04:05:06Z, but found nothing"),
        (
            "<data>\u{1B}[2J\(String(repeating: "é", count: 200))</data>",
            "the character U+001B is not allowed in XML"
        ),
        (
            "<data>\u{202E}\(String(repeating: "é", count: 200))</data>",
            "expected data in base64, but found “\\u{202E}\(String(repeating: "é", count: 39))…”"
        ),
    ])
    func reportsTheFoundElement(content: String, message: String) {
        #expect(failure(content)?.message == message)
    }

    @Test func rejectsExcessiveNesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        }
        #expect(try list(nested(512)).count == 1)
        #expect(failure(nested(513))?.limit == .propertyListDepth)
        #expect(failure(nested(20_000))?.limit == .propertyListDepth)
        #expect(failure(String(repeating: "<dict><key>a</key>", count: 20_000))?.limit == .propertyListDepth)
    }

    @Test func rejectsTooManyValues() {
        var limits = Limits()
        limits.propertyListNodes = 3
        #expect(failure("<array><true/><true/></array>", limits) == nil)
        #expect(failure("<array><true/><true/><true/></array>", limits)?.limit == .propertyListNodes)
    }

    @Test func readsKeyedArchives() throws {
        let root = try list("<dict><key>$top</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>")
        #expect(root["$top"]?.kind == .dictionary)
        #expect(root["$top"]?.uid == 1)
    }

    @Test func equalsABinaryList() throws {
        let binary = BinaryList([
            [0xD2, 1, 2, 3, 4], [0x51, 0x62], [0x51, 0x61], [0x10, 1], [0x62, 0, 0x61, 0, 0xE9],
        ])
        let same = try list("<dict><key>a</key><string>a\u{E9}</string><key>b</key><integer>1</integer></dict>")
        let other = try PropertyList(parsing: binary.body)
        #expect(same == other && same.hashValue == other.hashValue)
        #expect(try PropertyList.Value(same) == PropertyList.Value(other))
        #expect(try PropertyList.Value(same).hashValue == PropertyList.Value(other).hashValue)
        #expect(try same != list("<dict><key>a</key><string>a</string><key>b</key><integer>1</integer></dict>"))
    }

    @Test func survivesEveryCutAndChange() throws {
        let list = """
            <plist><dict><key>a</key><data>AAEC</data><key>b</key><array><real>1.5</real>&lt;<!-- --></array>\
            </dict></plist>
            """
        let text = Array(list.utf8)
        for end in text.indices {
            #expect(throws: ResponseError.self) { try PropertyList(parsing: ResponseBytes(text[..<end])) }
            for byte in [0, 0x3C, 0x3E, 0x26, 0x2F, 0xFF] as [UInt8] {
                var copy = text
                copy[end] = byte
                _ = try? PropertyList.Value(parsing: ResponseBytes(copy)).hashValue
            }
        }
    }
}
