import DecantCore
import DecantXML
import Testing

/// Enumerations whose cases are names of elements.
@Suite struct XMLChoiceTests {
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

    /// As it is written for XMLCoder.
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

    @Test func readsWhatIsWrittenForXMLCoder() throws {
        let document = try XML.Document("<r><int>1</int><string>two</string><int>3</int></r>")
        #expect(try document.decode([IntOrString].self) == [.int(1), .string("two"), .int(3)])
    }

    @Test func readsTheOneElementInAnElement() throws {
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
        var options = XML.DecodingOptions()
        options.keys = .convertFromSnakeCase
        let document = try XML.Document("<r xmlns:p='urn:p'><p:one_two>1</p:one_two><one_two>2</one_two></r>")
        #expect(try document.decode([Node].self, options: options) == [.oneTwo(1), .oneTwo(2)])
    }

    @Test func tellsWhereAnElementIsNoneOfTheCases() throws {
        let document = try XML.Document("<r>\n<circle r='1'/>\n<line/></r>")
        let error = try #require(throws: ResponseError.self) { try document.decode([Shape].self) }
        #expect(error.path == [.index(1)])
        #expect(error.position?.line == 3)
    }

    @Test func tellsThePathThroughACase() throws {
        let document = try XML.Document("<r><text/><circle r='x'/></r>")
        let error = try #require(throws: ResponseError.self) { try document.decode([Shape].self) }
        #expect(error.code == .typeMismatch)
        #expect(CodingPathComponent.text(of: error.path) == "[1].circle._0.r")
        #expect(error.offset == 21)
    }
}
