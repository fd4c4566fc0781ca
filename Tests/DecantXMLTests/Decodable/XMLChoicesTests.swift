import DecantCore
import DecantXML
import Testing

/// Enumerations whose cases are element names.
@Suite struct XMLChoicesTests {
    struct Circle: Decodable, Equatable { var r: Double }
    struct Rectangle: Decodable, Equatable { var width: Double, height: Double }

    enum Shape: Decodable, Equatable {
        case circle(Circle)
        case rect(Rectangle)
        case label(String)

        enum CodingKeys: String, XMLChoiceCodingKey { case circle, rect, label = "text" }
    }

    struct Drawing: Decodable, Equatable {
        var name: String
        var shapes: [Shape]

        enum CodingKeys: String, CodingKey { case name, shapes = "" }
    }

    /// A type as written for XMLCoder.
    enum IntOrString: Decodable, Equatable {
        case int(Int)
        case string(String)

        enum CodingKeys: String, XMLChoiceCodingKey { case int, string }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if container.contains(.int) {
                self = .int(try container.decode(Int.self, forKey: .int))
            } else {
                self = .string(try container.decode(String.self, forKey: .string))
            }
        }
    }

    private let shapes: [Shape] = [
        .circle(Circle(r: 2)), .label("t"), .rect(Rectangle(width: 1, height: 3)), .circle(Circle(r: 1)),
    ]

    private let text = """
        <drawing name="n">
          <circle r="2"/><text> t </text><!-- c -->
          <rect width="1"><height>3</height></rect>
          <circle r="1"/>
        </drawing>
        """

    @Test func readsTheElementsOfAListByTheirNames() throws {
        let document = try XML.Document(text)
        #expect(try document.decode([Shape].self) == shapes)
        #expect(try document.decode(Drawing.self) == Drawing(name: "n", shapes: shapes))
    }

    @Test func readsTypesWrittenForXMLCoder() throws {
        let document = try XML.Document("<r><int>1</int><string>two</string><int>3</int></r>")
        #expect(try document.decode([IntOrString].self) == [.int(1), .string("two"), .int(3)])
    }

    @Test func readsTheOnlyElementInAnElement() throws {
        struct Holder: Decodable { var shape: Shape, all: [Shape] }
        let document = try XML.Document(
            "<r><shape><circle r='1'/></shape><all><text>a</text></all><all><circle r='2'/></all></r>"
        )
        let holder = try document.decode(Holder.self)
        #expect(holder.shape == .circle(Circle(r: 1)))
        #expect(holder.all == [.label("a"), .circle(Circle(r: 2))])
    }

    @Test func ignoresPrefixesAndConvertsNames() throws {
        enum Node: Decodable, Equatable {
            case oneTwo(Int)
            enum CodingKeys: String, XMLChoiceCodingKey { case oneTwo }
        }
        var options = XML.Options()
        options.decoding.keys = .convertFromSnakeCase
        let document = try XML.Document("<r xmlns:p='urn:p'><p:one_two>1</p:one_two><one_two>2</one_two></r>")
        #expect(try document.decode([Node].self, options: options) == [.oneTwo(1), .oneTwo(2)])
    }

    @Test func reportsWhereAnElementMatchesNoCase() throws {
        let document = try XML.Document("<r>\n<circle r='1'/>\n<line/></r>")
        let error = try #require(throws: ResponseError.self) { try document.decode([Shape].self) }
        #expect(error.path == [.index(1)])
        #expect(error.position?.line == 3)
    }

    @Test func reportsThePathThroughACase() throws {
        let document = try XML.Document("<r><text/><circle r='x'/></r>")
        let error = try #require(throws: ResponseError.self) { try document.decode([Shape].self) }
        #expect(error.code == .typeMismatch)
        #expect(CodingPathComponent.text(of: error.path) == "[1].circle._0.r")
        #expect(error.offset == 21)
    }

    /// A case for the text between elements.
    enum Span: Decodable, Equatable {
        case text(String)
        case b(String)
        case link(Link)

        enum CodingKeys: String, XMLChoiceCodingKey { case text = "", b, link = "a" }
    }

    struct Link: Decodable, Equatable {
        var href: String, text: String; enum CodingKeys: String, CodingKey { case href, text = "" }
    }

    @Test(
        arguments: [
            ("<c>first<b>bold</b>second</c>", [.text("first"), .b("bold"), .text("second")]),
            ("<c><b>1</b>t<b>2</b></c>", [.b("1"), .text("t"), .b("2")]),
            ("<c>\n  <b>1</b>\n  <b>2</b>\n</c>", [.b("1"), .b("2")]),
            ("<c> only text </c>", [.text("only text")]),
            ("<c>a<!-- c -->b<?p?><b/>c</c>", [.text("ab"), .b(""), .text("c")]),
            (
                "<c>1 &lt; 2<![CDATA[ & 3]]><a href='u'>x<!-- --></a></c>",
                [.text("1 < 2 & 3"), .link(Link(href: "u", text: "x"))]
            ),
            ("<c/>", []), ("<c> <!-- c --> </c>", []),
        ] as [(String, [Span])]
    )
    func readsTextsAndElementsInTheirOrder(_ text: String, _ spans: [Span]) throws {
        let document = try XML.Document(text) { $0.keepsCDATA = true }
        #expect(try document.decode([Span].self) == spans)
        struct Paragraph: Decodable { var spans: [Span]; enum CodingKeys: String, CodingKey { case spans = "" } }
        #expect(try document.decode(Paragraph.self).spans == spans)
        struct Holder: Decodable { var c: [Span] }
        #expect(try XML.Document("<r>\(text)\(text)</r>").decode(Holder.self).c == spans + spans)
    }

    @Test func keepsTheWhitespaceOfTextsBetweenElements() throws {
        var options = XML.Options()
        options.trimsStrings = false
        let document = try XML.Document("<c>one <b>two</b> <b>three</b> </c>")
        let expected: [Span] = [.text("one "), .b("two"), .text(" "), .b("three"), .text(" ")]
        #expect(try document.decode([Span].self, options: options) == expected)
    }

    @Test func readsTheOnlyTextInAnElement() throws {
        struct Holder: Decodable { var c: Span, d: Span? }
        #expect(try XML.Document("<r><c> t </c></r>").decode(Holder.self).c == .text("t"))
        #expect(try XML.Document("<c>t</c>").decode(Span.self) == .text("t"))
        let error = try #require(throws: ResponseError.self) { try XML.Document("<c>t<b/></c>").decode(Span.self) }
        #expect(error.message == "expected one element in “c”, whose name selects the case, but found text, b")
    }

    @Test(arguments: [
        ("<r><c>x</c></r>", ["x"]), ("<r><c>x<b>y</b></c><c/><c><b>z</b>w</c></r>", ["x", "y", "z", "w"]),
    ])
    func readsTextsByHand(_ text: String, _ expected: [String]) throws {
        struct ByHand: Decodable {
            var texts: [String] = []
            var counts: [Int?] = []
            init(from decoder: any Decoder) throws {
                var list = try decoder.container(keyedBy: AnyKey.self).nestedUnkeyedContainer(
                    forKey: AnyKey(stringValue: "c")
                )
                while !list.isAtEnd {
                    let item = try? list.nestedContainer(keyedBy: Span.CodingKeys.self)
                    guard let item, let key = item.allKeys.first else { break }
                    texts.append(try item.decode(String.self, forKey: key))
                    counts.append(list.count)
                }
            }
        }
        let read = try XML.Document(text.replacing("<c/>", with: "")).decode(ByHand.self)
        #expect(read.texts == expected)
        #expect(read.counts.last == expected.count)
    }

    struct Book: Decodable {
        enum Part: Decodable, Equatable {
            case intro(String)
            case chapter(Int)
            enum CodingKeys: String, XMLChoiceCodingKey { case intro, chapter }
        }
        var chapters: [Part]
    }

    @Test(
        "Reads all elements in the elements with the name of a key",
        arguments: [
            (
                "<chapters><intro>I</intro><chapter>1</chapter><chapter>2</chapter></chapters>",
                [.intro("I"), .chapter(1), .chapter(2)]
            ),
            ("<chapters><chapter>1</chapter><chapter>2</chapter></chapters>", [.chapter(1), .chapter(2)]),
            ("<chapters><chapter>1</chapter></chapters>", [.chapter(1)]), ("<chapters/>", []), ("", []),
            (
                """
                <chapters><intro>I</intro></chapters><x/><chapters/>\
                <chapters><chapter>1</chapter><chapter>2</chapter></chapters>
                """,
                [.intro("I"), .chapter(1), .chapter(2)]
            ),
        ] as [(String, [Book.Part])]
    )
    func readsAllElementsInTheElementsWithTheName(_ text: String, _ parts: [Book.Part]) throws {
        #expect(try XML.Document("<book>\(text)</book>").decode(Book.self).chapters == parts)
        struct ByHand: Decodable {
            var parts: [Book.Part] = []
            init(from decoder: any Decoder) throws {
                let book = try decoder.container(keyedBy: AnyKey.self)
                guard book.contains(AnyKey(stringValue: "chapters")) else { return }
                var list = try book.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "chapters"))
                while !list.isAtEnd { parts.append(try list.decode(Book.Part.self)) }
            }
        }
        guard !text.contains("<chapters/>") else { return }
        #expect(try XML.Document("<book>\(text)</book>").decode(ByHand.self).parts == parts)
    }

    @Test(
        "Reports the path in a list of elements named by a key",
        arguments: [
            ("<book><chapters><intro/><chapter>x</chapter></chapters></book>", "chapters[1].chapter._0", 33),
            (
                "<book><chapters/><chapters><intro/></chapters><chapters><intro/><foo/></chapters></book>",
                "chapters[2]", 64
            ),
        ]
    )
    func reportsThePathInAListOfElementsNamed(_ text: String, _ path: String, _ offset: Int) throws {
        let error = try #require(throws: ResponseError.self) { try XML.Document(text).decode(Book.self) }
        #expect(CodingPathComponent.text(of: error.path) == path)
        #expect(error.offset == offset)
    }

    @Test func reportsThePathAmongTexts() throws {
        let text = "<c>one<b/>two<a>x</a></c>"
        let error = try #require(throws: ResponseError.self) { try XML.Document(text).decode([Span].self) }
        #expect(error.message == "no element or attribute “href” in “a”")
        #expect(CodingPathComponent.text(of: error.path) == "[3].a._0")
        #expect(error.offset == 13)
    }

    @Test(arguments: ["<r><circle r='1'/><circle r='2'/></r>", "<r><circle r='1'/><line/><text/></r>"])
    func rejectsOneChoiceOfSeveralElements(_ text: String) throws {
        let error = try #require(throws: ResponseError.self) { try XML.Document(text).decode(Shape.self) }
        #expect(error.code == .typeMismatch)
        #expect(error.message.hasPrefix("expected one element in “r”, whose name selects the case, but found circle, "))
        struct Holder: Decodable { var r: Shape }
        let inner = try #require(throws: ResponseError.self) { try XML.Document("<x>\(text)</x>").decode(Holder.self) }
        #expect(inner.path == [.key("r")])
        #expect(try XML.Document("<r><line/><circle r='1'/></r>").decode(Shape.self) == .circle(Circle(r: 1)))
    }

    @Test func rejectsSeveralElementsForASuperDecoder() throws {
        struct Handed: Decodable {
            init(from decoder: any Decoder) throws {
                let key = AnyKey(stringValue: "chapters")
                var list = try decoder.container(keyedBy: AnyKey.self).nestedUnkeyedContainer(forKey: key)
                _ = try Book.Part(from: list.superDecoder())
            }
        }
        #expect(throws: ResponseError.self) {
            try XML.Document("<book><chapters><intro/><intro/></chapters></book>").decode(Handed.self)
        }
    }
}
