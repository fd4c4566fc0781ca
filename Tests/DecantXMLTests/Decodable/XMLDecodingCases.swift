import DecantCore
import DecantXML

/// Documents, the types that decode them, and the expected values.
enum XMLDecodingCases {
    typealias Types = XMLDecodingTypes

    static let all = elements + lists + texts + names + nothing + scalars + dictionaries

    static let elements = [
        XMLDecodingCase("elements", "<r><a>x</a><b>y</b></r>", as: Types.Pair.self, "x,y"),
        XMLDecodingCase("elements in another order", "<r><b>y</b><a>x</a></r>", as: Types.Pair.self, "x,y"),
        XMLDecodingCase("attributes", #"<r a="x" b="y"/>"#, as: Types.Pair.self, "x,y"),
        XMLDecodingCase("an element before an attribute", #"<r a="no"><a>x</a></r>"#, as: Types.Pair.self, "x,nil"),
        XMLDecodingCase("an attribute by its mark", #"<r id="x"><id>y</id></r>"#, as: Types.Both.self, "y,x"),
        XMLDecodingCase("no attribute", "<r><id>y</id></r>", as: Types.Both.self, "keyNotFound at "),
        XMLDecodingCase("the first of several", "<r><a>1</a><a>2</a></r>", as: Types.Pair.self, "1,nil"),
        XMLDecodingCase("keys that say where", #"<r id="7">t<name>n</name></r>"#, as: Types.Placed.self, "7,n,t"),
        XMLDecodingCase(
            "keys that are not where they say",
            #"<r name="n"><id>7</id></r>"#,
            as: Types.Placed.self,
            "keyNotFound at "
        ),
        XMLDecodingCase("a missing element", "<r><b/></r>", as: Types.Pair.self, "keyNotFound at "),
        XMLDecodingCase("all keys", #"<r c="" a=""><b/><a/><b/></r>"#, as: Types.Everything.self, "b a c"),
        XMLDecodingCase("the root by itself", "<r>5</r>", as: Int.self, "5"),
    ]

    static let lists = [
        XMLDecodingCase("several", "<r><item>1</item><item>2</item></r>", as: Types.List.self, #"["1", "2"]"#),
        XMLDecodingCase("one", "<r><item>1</item></r>", as: Types.List.self, #"["1"]"#),
        XMLDecodingCase("none", "<r/>", as: Types.List.self, "[]"),
        XMLDecodingCase("none, which is an error", "<r/>", as: Types.List.self, "keyNotFound at ") {
            $0.requiresElementsOfArrays = true
        },
        XMLDecodingCase("none, optional", "<r/>", as: Types.Maybe.self, "nil"),
        XMLDecodingCase(
            "apart",
            "<r><item>1</item><x/>t<item>2</item><!-- c --><x/><item>3</item></r>",
            as: Types.List.self,
            #"["1", "2", "3"]"#
        ),
        XMLDecodingCase(
            "wrapped",
            "<r><items><item>1</item><item>2</item></items></r>",
            as: Types.Wrapped.self,
            #"["1", "2"]"#
        ),
        XMLDecodingCase("the elements of the root", "<r><a>1</a><b>2</b></r>", as: [Int].self, "[1, 2]"),
        XMLDecodingCase(
            "lists in lists",
            "<r><row><c>1</c><c>2</c></row><row/><row>3 4</row></r>",
            as: [[Int]].self,
            "[[1, 2], [], [3, 4]]"
        ),
        XMLDecodingCase("the words of a text", "<r> 1 2\n3 </r>", as: [Int].self, "[1, 2, 3]"),
        XMLDecodingCase("no words", "<r><!-- c --></r>", as: [Int].self, "[]"),
        XMLDecodingCase("words around comments", "<r>1<!-- c -->2 3<?p?></r>", as: [Int].self, "[1, 2, 3]"),
        XMLDecodingCase("the words of an attribute", #"<r item="a b"/>"#, as: Types.List.self, #"["a", "b"]"#),
        XMLDecodingCase("a word that is not a number", "<r>1 x</r>", as: [Int].self, "typeMismatch at [1]"),
        XMLDecodingCase("a set", "<r><i>1</i><i>1</i></r>", as: Set<Int>.self, "[1]"),
        XMLDecodingCase(
            "an element that is none",
            "<r><item>1</item><item>x</item></r>",
            as: [String: [Int]].self,
            "typeMismatch at item[1]"
        ),
    ]

    static let texts = [
        XMLDecodingCase("text and attribute", #"<r id="7"> t </r>"#, as: Types.Text.self, "7:t"),
        XMLDecodingCase("text between elements", #"<r id="7">a<b>c</b>d</r>"#, as: Types.Text.self, "7:ad"),
        XMLDecodingCase("no text", #"<r id="7"/>"#, as: Types.Text.self, "7:"),
        XMLDecodingCase("text that is optional", "<r> </r>", as: Types.Hash.self, "nil"),
        XMLDecodingCase("no text among elements", "<r><b>x</b> </r>", as: Types.Hash.self, "nil"),
        XMLDecodingCase("no number among elements", "<r><b>x</b></r>", as: Types.Measure.self, "nil"),
        XMLDecodingCase("a number among elements", "<r>5<b>x</b></r>", as: Types.Measure.self, "5"),
        XMLDecodingCase("text by another key", "<r>x</r>", as: Types.Hash.self, "x"),
        XMLDecodingCase("value as text", #"<r id="a">1.5</r>"#, as: Types.Valued.self, "a=1.5"),
        XMLDecodingCase("value as element", #"<r id="a">0<value>2</value></r>"#, as: Types.Valued.self, "a=2.0"),
        XMLDecodingCase("value as attribute", #"<r id="a" value="3">0</r>"#, as: Types.Valued.self, "a=3.0"),
        XMLDecodingCase("no value", #"<r id="a"><b/></r>"#, as: Types.Valued.self, "keyNotFound at "),
        XMLDecodingCase("whitespace", "<r>\n a  b </r>", as: String.self, "a  b"),
        XMLDecodingCase("whitespace that is kept", "<r>\n a </r>", as: String.self, "\n a ") {
            $0.trimsStrings = false
        },
        XMLDecodingCase("whitespace in an attribute", #"<r a=" x "/>"#, as: Types.Pair.self, " x ,nil"),
        XMLDecodingCase(
            "sections and references",
            "<r>a<![CDATA[<&]]>&amp;<!-- c -->&#x62;</r>",
            as: String.self,
            "a<&&b"
        ),
        XMLDecodingCase("text with elements in it", "<r>a <b>bold</b> word</r>", as: String.self, "a bold word"),
        XMLDecodingCase("elements only", "<r> <b>bold</b> </r>", as: String.self, "typeMismatch at "),
        XMLDecodingCase("a number with elements in it", "<r>1<b/></r>", as: Int.self, "typeMismatch at "),
    ]

    static let names = [
        XMLDecodingCase("a prefix", #"<r><dc:creator xmlns:dc="urn:d">x</dc:creator></r>"#, as: Types.Names.self, "x"),
        XMLDecodingCase(
            "another prefix",
            #"<r><p:creator xmlns:p="urn:d">x</p:creator></r>"#,
            as: Types.Names.self,
            "x"
        ) {
            $0.namespaces = ["dc": "urn:d"]
        },
        XMLDecodingCase(
            "another namespace",
            #"<r><dc:creator xmlns:dc="urn:e">x</dc:creator></r>"#,
            as: Types.Names.self,
            "keyNotFound at "
        ) { $0.namespaces = ["dc": "urn:d"] },
        XMLDecodingCase(
            "the namespace in the key",
            """
            <r xmlns:a="urn:d" xmlns:b="urn:e"><a:creator>1</a:creator><b:creator>2</b:creator>\
            <creator>3</creator></r>
            """,
            as: Types.Expanded.self,
            #"["1"]"#
        ),
        XMLDecodingCase(
            "the namespace of the element around",
            #"<r xmlns:m="urn:m"><m:title>no</m:title><title>yes</title><m:link>n</m:link><link>y</link></r>"#,
            as: Types.Title.self,
            #"yes,["y"]"#
        ),
        XMLDecodingCase(
            "only another namespace",
            #"<r xmlns:m="urn:m"><m:title>yes</m:title></r>"#,
            as: Types.Title.self,
            "yes,[]"
        ),
        XMLDecodingCase(
            "names as they are written",
            #"<r xmlns:m="urn:m"><m:title>no</m:title><m:link/></r>"#,
            as: Types.Title.self,
            "nil,[]"
        ) { $0.usesQualifiedNames = true },
        XMLDecodingCase(
            "a namespace for keys without a prefix",
            #"<m:r xmlns:m="urn:m"><title/><m:title>yes</m:title></m:r>"#,
            as: Types.Title.self,
            "yes,[]"
        ) {
            $0.usesQualifiedNames = true
            $0.namespaces = ["": "urn:m"]
        },
        XMLDecodingCase(
            "attributes without a prefix first",
            #"<r xmlns:m="urn:m" m:a="no" a="yes"/>"#,
            as: Types.Pair.self,
            "yes,nil"
        ),
        XMLDecodingCase("an attribute with a prefix", #"<r xml:a="yes"/>"#, as: Types.Pair.self, "yes,nil"),
        XMLDecodingCase(
            "underscores",
            "<r><pub_date>d</pub_date><full_name>n</full_name><fullName>m</fullName></r>",
            as: Types.Camel.self,
            #"d,["n", "m"]"#
        ) { $0.decoding.keys = .convertFromSnakeCase },
        XMLDecodingCase(
            "hyphens",
            #"<r pub-date="d"><full-name>n</full-name><x/><full-name>m</full-name></r>"#,
            as: Types.Camel.self,
            #"d,["n", "m"]"#
        ) { $0.decoding.keys = .convertFromKebabCase },
        XMLDecodingCase("capitals", "<r><PubDate>d</PubDate></r>", as: Types.Camel.self, "d,[]") {
            $0.decoding.keys = .convertFromCapitalized
        },
        XMLDecodingCase("the root's name", "<r><a>1</a></r>", as: [Int].self, "[1]") { $0.rootName = "r" },
        XMLDecodingCase("the root's name, converted", "<root-name><a>1</a></root-name>", as: [Int].self, "[1]") {
            $0.rootName = "rootName"
            $0.decoding.keys = .convertFromKebabCase
        },
        XMLDecodingCase("another root", "<html/>", as: [Int].self, "typeMismatch at ") { $0.rootName = "r" },
    ]

    private static let instance = #"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#

    static let nothing = [
        XMLDecodingCase("nil by its attribute", "<r \(instance)><n xsi:nil='true'/></r>", as: Types.Count.self, "nil"),
        XMLDecodingCase("nil as a digit", "<r \(instance)><n xsi:nil='1'/></r>", as: Types.Count.self, "nil"),
        XMLDecodingCase("not nil", "<r \(instance)><n xsi:nil='false'>5</n></r>", as: Types.Count.self, "5"),
        XMLDecodingCase(
            "nil in a list",
            "<r \(instance)><item>1</item><item xsi:nil='true'/><item/></r>",
            as: Types.Maybe.self,
            #"["1", "nil", "nil"]"#
        ),
        XMLDecodingCase(
            "a list that begins with nil",
            "<r \(instance)><item xsi:nil='true'/><item>1</item></r>",
            as: Types.Maybe.self,
            #"["nil", "1"]"#
        ),
        XMLDecodingCase(
            "a list that begins with an empty element",
            "<r><item/><item>1</item></r>",
            as: Types.Maybe.self,
            #"["nil", "1"]"#
        ) { $0.emptyElementsAreNil = true },
        XMLDecodingCase(
            "nil for what needs a value",
            "<r \(instance)><a xsi:nil='true'/></r>",
            as: Types.Pair.self,
            "valueNotFound at a"
        ),
        XMLDecodingCase("an empty element for a number", "<r><n/></r>", as: Types.Count.self, "nil"),
        XMLDecodingCase("an empty attribute for a number", "<r n=' '/>", as: Types.Count.self, "nil"),
        XMLDecodingCase("empty elements for strings", "<r><a/><b></b></r>", as: Types.Pair.self, ","),
        XMLDecodingCase("empty elements as nil", "<r><a/><b></b></r>", as: Types.Pair.self, ",nil") {
            $0.emptyElementsAreNil = true
        },
        XMLDecodingCase("an empty element that needs a number", "<r><a/></r>", as: [Int].self, "typeMismatch at [0]"),
    ]

    static let dictionaries = [
        XMLDecodingCase("elements by name", "<r><a>1</a></r>", as: [String: Int].self, #"["a": 1]"#),
        XMLDecodingCase("attributes by name", "<r a='1' \(instance) xsi:x='y'/>", as: [String: Int].self, #"["a": 1]"#),
        XMLDecodingCase("the first of a name", "<r a='3'><a>1</a><a>2</a></r>", as: [String: Int].self, #"["a": 1]"#),
        XMLDecodingCase("lists by name", "<r b='3'><a>1</a><a>2</a></r>", as: [String: [Int]].self, #"["a": [1, 2]]"#),
        XMLDecodingCase("names stay", "<r><a_b>1</a_b></r>", as: [String: Int].self, #"["a_b": 1]"#) {
            $0.decoding.keys = .convertFromSnakeCase
        },
        XMLDecodingCase("keys that are numbers", "<r><_1>x</_1></r>", as: [Int: String].self, "typeMismatch at _1"),
    ]
}

extension XMLDecodingCases {
    static let scalars = [
        XMLDecodingCase(
            "truth",
            "<r><a>true</a><a> 1 </a><a>false</a><a>0</a></r>",
            as: [Bool].self,
            "[true, true, false, false]"
        ),
        XMLDecodingCase("no truth", "<r>yes</r>", as: Bool.self, "typeMismatch at "),
        XMLDecodingCase("capital truth", "<r>True</r>", as: Bool.self, "typeMismatch at "),
        XMLDecodingCase("integers", "<r>007 +5 -0 -12</r>", as: [Int].self, "[7, 5, 0, -12]"),
        XMLDecodingCase(
            "the greatest",
            "<r>9223372036854775807 -9223372036854775808</r>",
            as: [Int].self,
            "[9223372036854775807, -9223372036854775808]"
        ),
        XMLDecodingCase("one more", "<r>9223372036854775808</r>", as: Int.self, "typeMismatch at "),
        XMLDecodingCase("bytes", "<r>255</r>", as: UInt8.self, "255"),
        XMLDecodingCase("more than a byte", "<r><a>256</a></r>", as: [UInt8].self, "typeMismatch at [0]"),
        XMLDecodingCase("less than nothing", "<r>-1</r>", as: UInt.self, "typeMismatch at "),
        XMLDecodingCase(
            "128 bits",
            "<r>170141183460469231731687303715884105727</r>",
            as: Int128.self,
            "170141183460469231731687303715884105727"
        ),
        XMLDecodingCase("zeros in front", "<r>\(String(repeating: "0", count: 50))1</r>", as: Int8.self, "1"),
        XMLDecodingCase("a fraction", "<r>1.0</r>", as: Int.self, "typeMismatch at "),
        XMLDecodingCase("a sign only", "<r>-</r>", as: Int.self, "typeMismatch at "),
        XMLDecodingCase(
            "floats",
            "<r>1 -.5 2. +1e3 1E-2 00.5</r>",
            as: [Double].self,
            "[1.0, -0.5, 2.0, 1000.0, 0.01, 0.5]"
        ),
        XMLDecodingCase("short floats", "<r>0.1</r>", as: Float.self, "0.1"),
        XMLDecodingCase("no digits", "<r>INF -INF +INF NaN</r>", as: [Double].self, "[inf, -inf, inf, nan]"),
        XMLDecodingCase("no digits, refused", "<r>INF</r>", as: Double.self, "typeMismatch at ") {
            $0.decoding.nonFiniteNumbers = .throw
        },
        XMLDecodingCase("no digits, by name", "<r>much less none</r>", as: [Float].self, "[inf, -inf, nan]") {
            $0.decoding.nonFiniteNumbers = .convertFromString(
                positiveInfinity: "much",
                negativeInfinity: "less",
                nan: "none"
            )
        },
        XMLDecodingCase("too much", "<r>1e400</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase(
            "words of other languages",
            "<r>inf infinity nan 0x1p3</r>",
            as: [Double].self,
            "typeMismatch at [0]"
        ),
        XMLDecodingCase("hexadecimal", "<r>0x10</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase("a point", "<r>.</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase("an exponent without digits", "<r>1e</r>", as: Double.self, "typeMismatch at "),
        XMLDecodingCase("a raw value", "<r>high</r>", as: Types.Level.self, "high"),
        XMLDecodingCase(
            "a raw value that is none",
            "<r><a>middle</a></r>",
            as: [Types.Level].self,
            "dataCorrupted at [0]"
        ),
        XMLDecodingCase("a raw number that is none", "<r>3</r>", as: [Types.Code].self, "dataCorrupted at [0]"),
    ]
}
