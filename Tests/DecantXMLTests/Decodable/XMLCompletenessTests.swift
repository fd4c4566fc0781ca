import DecantCore
import DecantXML
import TestSupport
import Testing

/// Types that decode all content of a document, with a count of the decoded content against the original.
@Suite struct XMLCompletenessTests {
    /// A small document with a count of its content.
    struct Sample {
        var text = ""
        var tokens: [String] = []
        var attributes: [String] = []
        private var numbers: PseudorandomNumbers
        private var next = 0

        init(seed: UInt64, mixed: Bool) {
            numbers = PseudorandomNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
            text = "<r>"
            content(depth: 0, mixed: mixed)
            text += "</r>"
        }

        private mutating func random(_ bound: UInt64) -> UInt64 {
            (numbers.next() >> 33) % bound
        }

        private mutating func token() -> String {
            next += 1
            tokens.append("t\(next)")
            return "t\(next)"
        }

        private mutating func content(depth: Int, mixed: Bool) {
            let count = depth > 3 ? 0 : random(5)
            guard count > 0 else {
                if random(4) > 0 { text += " \(token()) " }
                return
            }
            for _ in 0..<count {
                if mixed, random(2) == 0 { text += token() }
                text += ["", "\n  ", "<!-- c -->", "<?p x?>"][Int(random(4))]
                element(depth: depth + 1, mixed: mixed)
            }
            if mixed, random(2) == 0 { text += token() }
        }

        private mutating func element(depth: Int, mixed: Bool) {
            let name = ["a", "b", "c"][Int(random(3))]
            text += "<\(name)"
            for attribute in ["x", "y"] where random(4) == 0 {
                attributes.append(token())
                text += " \(attribute)='\(attributes.last ?? "")'"
            }
            text += ">"
            content(depth: depth, mixed: mixed)
            text += "</\(name)>"
        }
    }

    /// Elements and texts in order, as one choice each.
    struct Mixed: Decodable {
        indirect enum Item: Decodable {
            case a(Mixed), b(Mixed), c(Mixed)
            case text(String)
            enum CodingKeys: String, XMLChoiceCodingKey { case a, b, c, text = "" }
        }
        var x: String?
        var y: String?
        var items: [Item]
        enum CodingKeys: String, CodingKey { case x = "@x", y = "@y", items = "" }

        var tokens: [String] {
            [x, y].compactMap(\.self)
                + items.flatMap { item in
                    switch item {
                    case .a(let inner), .b(let inner), .c(let inner): inner.tokens
                    case .text(let text): [text]
                    }
                }
        }
    }

    /// Elements by name, and the text.
    struct Named: Decodable {
        var x: String?
        var y: String?
        var a: [Named]
        var b: [Named]
        var c: [Named]
        var text: String?
        enum CodingKeys: String, CodingKey { case x, y, a, b, c, text = "" }

        var tokens: [String] { [x, y, text].compactMap(\.self) + (a + b + c).flatMap(\.tokens) }
    }

    /// Elements by name, with a list of choices for their child elements.
    struct Grouped: Decodable {
        enum Item: Decodable {
            case b(Leaf), c(Leaf)
            case text(String)
            enum CodingKeys: String, XMLChoiceCodingKey { case b, c, text = "#text" }
        }
        struct Leaf: Decodable {
            var text: String?
            enum CodingKeys: String, CodingKey { case text = "#text" }
        }
        var a: [Item]

        var tokens: [String] {
            a.compactMap { item in
                switch item {
                case .b(let leaf), .c(let leaf): leaf.text
                case .text(let text): text
                }
            }
        }
    }

    @Test("Lists of choices get every element, attribute, and text") func listsOfChoicesGetEveryElementAttribute()
        throws
    {
        var read = 0
        for seed in 1...2000 as ClosedRange<UInt64> {
            let sample = Sample(seed: seed, mixed: true)
            var findings: [Finding] = []
            let value = try XML.Document(sample.text).decode(Mixed.self, findings: &findings)
            try #require(value.tokens == sample.tokens && findings == [], "\(value.tokens) \(findings) \(sample.text)")
            read += value.tokens.count
        }
        #expect(read > 10_000)
    }

    @Test("Keys for every name get every element, attribute, and text") func keysForEveryNameGetEveryElementAttribute()
        throws
    {
        for seed in 1...2000 as ClosedRange<UInt64> {
            let sample = Sample(seed: seed, mixed: false)
            var findings: [Finding] = []
            let value = try XML.Document(sample.text).decode(Named.self, findings: &findings)
            try #require(value.tokens.sorted() == sample.tokens.sorted() && findings == [], "\(sample.text)")
        }
    }

    @Test("Lists of choices by a key get every item of every element with the name")
    func listsOfChoicesByAKeyGetEveryItem() throws {
        var numbers = PseudorandomNumbers(seed: 7)
        for _ in 0..<2000 {
            var (text, count) = ("<r>", 0)
            for _ in 0..<3 {
                text += "<a>"
                for _ in 0..<4 {
                    switch numbers.next() >> 61 {
                    case 0, 1: (text, count) = (text + "<b>t</b>", count + 1)
                    case 2: (text, count) = (text + " <c>t</c>", count + 1)
                    case 3 where !text.hasSuffix("t"): (text, count) = (text + "t", count + 1)
                    default: break
                    }
                }
                text += "</a>"
            }
            try #require(try XML.Document(text + "</r>").decode(Grouped.self).tokens.count == count, "\(text)")
        }
    }

    /// A decoded list of elements is complete, or an error or a finding reports the missing content.
    @Test func reportsElementsThatAListLacks() throws {
        var (complete, told, refused) = (0, 0, 0)
        for seed in 1...2000 as ClosedRange<UInt64> {
            let sample = Sample(seed: seed, mixed: seed % 2 == 0)
            var findings: [Finding] = []
            let document = try XML.Document(sample.text)
            guard let value = try? document.decode([String].self, findings: &findings) else {
                refused += 1
                continue
            }
            let lacks = Set(sample.tokens).subtracting(sample.attributes).subtracting(
                value.flatMap { $0.matches(of: /t[0-9]+/).map { String($0.output) } }
            )
            // A string is the text of an element at any depth, without attributes.
            try #require(lacks.isEmpty == findings.isEmpty, "\(sample.text)")
            if lacks.isEmpty { complete += 1 } else { told += 1 }
        }
        #expect(complete > 100 && told > 100 && refused > 100)
    }
}
