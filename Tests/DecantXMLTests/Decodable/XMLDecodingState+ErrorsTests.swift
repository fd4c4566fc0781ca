import DecantCore
import DecantXML
import Testing

/// The errors of types that cannot be decoded.
@Suite struct XMLDecodingStateErrorsTests {
    private struct User: Decodable {
        var id: Int
        var name: String
        var tag: [Int]
    }

    private func error<Value: Decodable>(_ text: String, as type: Value.Type) throws -> ResponseError {
        let document = try XML.Document(text)
        return try #require(throws: ResponseError.self) { try document.decode(type) }
    }

    @Test("Reports the expected and the found value with its location") func reportsTheExpectedAndTheFoundValue() throws
    {
        let text = "<users>\n  <user id='1'><name>a</name><tag>1</tag><tag> x </tag></user>\n</users>"
        let error = try error(text, as: [User].self)
        #expect(error.code == .typeMismatch)
        #expect(error.message == "expected Int, but found “x”")
        #expect(error.path == [.index(0), .key("tag"), .index(1)])
        #expect(error.position == SourcePosition(offset: 55, line: 2, column: 48))
        #expect(error.snippet?.text.contains("<tag> x </tag>") == true)
        #expect(error.underlying is DecodingError)
    }

    @Test(arguments: [
        ("<r a='true'/>", "expected Int, but found “true”"),
        ("<r a=''/>", "expected Int, but found an empty attribute"),
        ("<r><a/></r>", "expected Int, but found an empty element"),
        ("<r><a>1.5</a></r>", "expected Int, but found “1.5”"),
        ("<r><a><b/></a></r>", "expected Int, but found elements in “a”"),
        (
            "<r><a>9223372036854775808</a></r>",
            "expected Int, but found the number 9223372036854775808, which does not fit"
        ),
        ("<r><b/></r>", "no element or attribute “a” in “r”"),
    ])
    func namesBothSides(_ text: String, _ message: String) throws {
        struct Holder: Decodable { var a: Int }
        #expect(try error(text, as: Holder.self).message == message)
    }

    @Test func reportsTextWhereAnElementIsExpected() throws {
        struct Holder: Decodable { var a: [User] }
        let error = try error("<r a='x'/>", as: Holder.self)
        #expect(error.message == "expected an element, but found “x”")
        #expect(error.path == [.key("a"), .index(0)])
    }

    @Test("Points at the incomplete element and lists its members") func pointsAtTheIncompleteElementAndLists() throws {
        let error = try error(
            "<r><user id='1'><name/></user>\n<user x:key='2' xmlns:x='u'><nam>b</nam><nam/><x:tag/></user></r>",
            as: [User].self
        )
        #expect(error.code == .keyNotFound)
        #expect(error.path == [.index(1)])
        #expect(error.position == SourcePosition(offset: 31, line: 2, column: 1))
        #expect(error.message == "no element or attribute “id” in “user”")
        #expect(error.hint == "“user” has “nam”, “x:tag” and “@x:key”")
    }

    @Test func namesTheAttributeThatIsMissing() throws {
        struct Holder: Decodable {
            var id: Int
            enum CodingKeys: String, CodingKey { case id = "@id" }
        }
        let missing = try error("<r/>", as: Holder.self)
        #expect(missing.message == "no attribute “id” in “r”")
        #expect(missing.hint == "“r” has neither elements nor attributes")
        #expect(try error("<r id='x'/>", as: Holder.self).path == [.key("@id")])
    }

    @Test(arguments: [("<r><a>1</a><a x='\n5' b='y'/></r>", 24), ("<r><a>1</a><a><b>\n  y</b></a></r>", 20)])
    func pointsAtTheValue(_ text: String, _ offset: Int) throws {
        let error = try error(text.replacing("<a>1</a>", with: "<a b='1'/>"), as: [[String: Int]].self)
        #expect(error.offset == offset + 2)
        #expect(error.path.count == 2)
    }

    @Test func pointsAtTheReferenceToAValue() throws {
        let text = "<!DOCTYPE r [<!ENTITY e '<b>x</b>'>]><r><a>&e;</a></r>"
        let error = try error(text, as: [[Int]].self)
        #expect(error.offset == 43)
        #expect(CodingPathComponent.text(of: error.path) == "[0][0]")
    }

    @Test func countsOffsetsFromTheFirstByteReceived() throws {
        let body = ResponseBytes(Array("\u{FEFF}<r><a>x</a></r>".utf8))
        let document = try XML.Document(parsing: body)
        let error = try #require(throws: ResponseError.self) { try document.decode([Int].self) }
        #expect(error.offset == 9)
        #expect(error.position?.column == 7)
    }

    @Test func keepsTheErrorThatATypesCodeThrows() throws {
        struct Refusal: Error {}
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        let error = try error("<r><a/></r>", as: [Picky].self)
        #expect(error.code == .dataCorrupted)
        #expect(error.underlying is Refusal)
    }

    @Test("Returns the path through alternating containers") func returnsThePathThroughAlternating() throws {
        struct Turn: Decodable {
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: AnyKey.self)
                let first = try outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "a"))
                let inner = try first.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "b"))
                let second = try outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "c"))
                _ = try second.decode(Int.self, forKey: AnyKey(stringValue: "d"))
                _ = try inner.decode(Int.self, forKey: AnyKey(stringValue: "e"))
            }
        }
        let error = try error("<r><a><b><e>x</e></b></a><c><d>1</d></c></r>", as: Turn.self)
        #expect(CodingPathComponent.text(of: error.path) == "a.b.e")
        #expect(error.offset == 12)
    }

    @Test func returnsThePathFromTheRootElement() throws {
        let document = try XML.Document("<r><page><x>1</x><item><n>7</n></item><item><n>x</n></item></page></r>")
        let page = try #require(document.first("page"))
        let last = try #require(document.all("page/item").reversed().first)
        let error = try #require(throws: ResponseError.self) { try page.decode([String: [[Int]]].self) }
        #expect(CodingPathComponent.text(of: error.path) == "page.item[1][0]")
        let inner = try #require(throws: ResponseError.self) { try last.decode([Int].self) }
        #expect(CodingPathComponent.text(of: inner.path) == "page.item[1][0]")
        #expect(inner.offset == error.offset)
    }

    @Test("Names the option that reads a prefix without a namespace") func namesTheOptionThatReadsAPrefix() throws {
        let error = try #require(throws: ResponseError.self) { try XML.Document("<r><media:title/></r>") }
        #expect(error.message == "the prefix “media” of an element is not bound to a namespace")
        #expect(error.hint?.contains("processesNamespaces = false") == true)
        struct Holder: Decodable {
            var title: String
            enum CodingKeys: String, CodingKey { case title = "media:title" }
        }
        let document = try XML.Document("<r><media:title>t</media:title></r>") { $0.processesNamespaces = false }
        #expect(try document.decode(Holder.self).title == "t")
    }

    @Test(
        "Names the element or attribute that differs only in style",
        arguments: [
            ("request_id", "“r” has “request_id”; `.keys(.convertFromSnakeCase)` reads it as “requestId”"),
            ("request-id", "“r” has “request-id”; `.keys(.convertFromKebabCase)` reads it as “requestId”"),
            ("RequestId", "“r” has “RequestId”; `.keys(.convertFromCapitalized)` reads it as “requestId”"),
            ("requestID", "“r” has “requestID”, whose key is “requestID”, not “requestId”"),
            ("x:request_id", "“r” has “x:request_id”; `.keys(.convertFromSnakeCase)` reads it as “requestId”"),
        ]
    )
    func namesTheElementOrAttributeThatDiffers(_ name: String, _ hint: String) throws {
        struct Holder: Decodable { var requestId: String }
        let element = try error("<r xmlns:x='u'><a/><\(name)>1</\(name)></r>", as: Holder.self)
        #expect(element.code == .keyNotFound)
        #expect(element.hint == hint)
        let attribute = try error("<r xmlns:x='u' \(name)='1'/>", as: Holder.self)
        #expect(attribute.hint == hint.replacing("has “", with: "has “@"))
    }

    @Test func reportsTheConvertedKeyOfAName() throws {
        struct Holder: Decodable { var requestID: String }
        var options = XML.Options()
        options.decoding.keys = .convertFromSnakeCase
        let error = try #require(throws: ResponseError.self) {
            try XML.Document("<r><request_id/></r>").decode(Holder.self, options: options)
        }
        #expect(error.hint == "“r” has “request_id”, whose key is “requestId”, not “requestID”")
    }

    @Test("Names the element or attribute whose name is the key before its conversion")
    func namesTheElementOrAttributeWhoseName() throws {
        struct Holder: Decodable {
            var id: String
            enum CodingKeys: String, CodingKey { case id = "request_id" }
        }
        var options = XML.Options()
        options.decoding.keys = .convertFromSnakeCase
        for text in ["<r><request_id/></r>", "<r request_id=''/>"] {
            let error = try #require(throws: ResponseError.self) {
                try XML.Document(text).decode(Holder.self, options: options)
            }
            let name = text.contains("=") ? "@request_id" : "request_id"
            #expect(error.hint == "“r” has “\(name)”, whose key is “requestId”, not “request_id”")
        }
    }

    @Test func reportsAMissingValueForEmptyContent() throws {
        final class Child: Decodable {
            init(from decoder: any Decoder) throws {
                let parent = try decoder.container(keyedBy: AnyKey.self).superDecoder()
                _ = try parent.singleValueContainer().decode(Int.self)
            }
        }
        let error = try error("<r/>", as: Child.self)
        #expect(error.code == .valueNotFound)
        #expect(error.path == [.key("super")])
    }

    @Test(arguments: [
        ("<r><page/><user><login>a</login></user></r>", "user"), ("<r><user login='a'/></r>", "user"),
        ("<r xmlns:p='u'><p:user><p:login>a</p:login></p:user></r>", "p:user"),
    ])
    func namesThePathToTheElementThatHasTheKey(_ text: String, _ path: String) throws {
        struct User: Decodable { var login: String }
        #expect(
            try error(text, as: User.self).hint == "the element “\(path)” has “login”; `.at(\"\(path)\")` decodes it"
        )
        var options = XML.Options()
        options.path = try #require(XML.Path(path))
        #expect(try XML.Document(text).decode(User.self, options: options).login == "a")
    }

    @Test(arguments: [
        ("<r><user><login/></user><user><login/></user></r>", "“r” has “user”"),
        ("<r><a><b><login/></b></a></r>", "“r” has “a”"),
    ])
    func namesNoPathThatWouldBeAGuess(_ text: String, _ hint: String) throws {
        struct User: Decodable { var login: String }
        #expect(try error(text, as: User.self).hint == hint)
    }

    @Test func listsTheFirstElementsOfALargeArray() throws {
        struct User: Decodable { var login: String }
        let elements = (0..<1000).map { "<m\($0)/>" }.joined()
        let first = (0..<8).map { "“m\($0)”" }.joined(separator: ", ")
        #expect(try error("<r>\(elements)</r>", as: User.self).hint == "“r” has \(first) and more")
    }
}
