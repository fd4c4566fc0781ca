import DecantCore
import DecantJSON
import Testing

/// Arrays of numbers, as a member and as the whole content of a type.
@Suite struct NumberArrayTests {
    /// A type that decodes its only array with the standard library's initializer.
    private struct Wrapped<Element: Decodable>: Decodable {
        var elements: [Element]

        init(from decoder: any Decoder) throws { elements = try [Element](from: decoder) }
    }

    private func error<Value: Decodable>(_ type: Value.Type, _ text: String) -> ResponseError? {
        #expect(throws: ResponseError.self) { try JSON(parsing: text.utf8).decode(type) }
    }

    @Test func everyCountOfDigitsIsExact() throws {
        var texts: [String] = []
        for whole in 1...20 {
            for fraction in 0...20 {
                let digits = String((0..<whole + fraction).map { Character("\($0 % 9 + 1)") })
                texts.append(fraction == 0 ? digits : "\(digits.prefix(whole)).\(digits.dropFirst(whole))")
            }
        }
        texts += texts.map { "-\($0)" } + texts.map { "\($0)e-7" }
        let expected = texts.map { Double($0) }
        let json = try JSON(parsing: "[\(texts.joined(separator: ","))]".utf8)
        #expect(try json.decode([Double].self) == expected)
        #expect(try json.decode(Wrapped<Double>.self).elements == expected)
        #expect(try json.decode([Double?].self) == expected)
    }

    @Test func extremesAreExact() throws {
        let texts = ["-0", "0", "-0.0", "5e-324", "2.4e-324", "1.7976931348623157e308", "9007199254740993", "1e-400"]
        let decoded = try JSON(parsing: "[\(texts.joined(separator: ","))]".utf8).decode([Double].self)
        #expect(decoded.map(\.bitPattern) == texts.map { Double($0)?.bitPattern })
    }

    @Test func integersAtTheLimitsAreExact() throws {
        let text = "[-9223372036854775808,9223372036854775807,0,-0,1.0,25e1]"
        let expected = [Int.min, Int.max, 0, 0, 1, 250]
        #expect(try JSON(parsing: text.utf8).decode([Int].self) == expected)
        #expect(try JSON(parsing: text.utf8).decode(Wrapped<Int>.self).elements == expected)
    }

    @Test(
        "An element that is not a double has the same error in both forms",
        arguments: ["[1,2.5,1e400]", "[1,2.5,null]", "[1,2.5,\"3\"]", "[1,2.5,[4]]", "[1,2.5,{}]", "[1,2.5,true]"]
    )
    func anElementThatIsNotADoubleHasTheSameError(text: String) throws {
        let direct = try #require(error([Double].self, text))
        let wrapped = try #require(error(Wrapped<Double>.self, text))
        #expect(direct.message == wrapped.message)
        #expect(direct.code == wrapped.code)
        #expect(direct.offset == 7 && wrapped.offset == 7)
        #expect(wrapped.path == [.index(2)])
    }

    @Test(
        "An element that is not an integer has the same error in both forms",
        arguments: ["[1,22,9223372036854775808]", "[1,22,1.5]", "[1,22,null]", "[1,22,\"3\"]", "[1,22,[4]]"]
    )
    func anElementThatIsNotAnIntegerHasTheSame(text: String) throws {
        let direct = try #require(error([Int].self, text))
        let wrapped = try #require(error(Wrapped<Int>.self, text))
        #expect(direct.message == wrapped.message)
        #expect(direct.offset == 6 && wrapped.offset == 6)
        #expect(wrapped.path == [.index(2)])
    }

    @Test func aValueThatIsNotAnArrayIsAMismatch() throws {
        #expect(try #require(error([Double].self, "{}")).message == "expected an array, but found an object")
        #expect(try #require(error([Int].self, "1")).message == "expected an array, but found the number 1")
    }

    @Test func nestedAndEmptyArraysAreRead() throws {
        let text = "[[],[1],[1.5,2],[]]"
        #expect(try JSON(parsing: text.utf8).decode([[Double]].self) == [[], [1], [1.5, 2], []])
        #expect(try JSON(parsing: "[]".utf8).decode(Wrapped<Double>.self).elements.isEmpty)
        #expect(try JSON(parsing: "[]".utf8).decode([[Int]].self).isEmpty)
    }

    @Test func arraysBeyondTheFirstCapacityAreRead() throws {
        let text = "[" + (0..<70_000).map { "[\($0)]" }.joined(separator: ",") + "]"
        let wide = try JSON(parsing: text.utf8).decode([Wide].self)
        #expect(wide.map(\.number) == Array(0..<70_000))
    }

    /// An element of 64 bytes, so 70,000 of them take more than 1 MiB.
    private struct Wide: Decodable {
        var number: Int
        var others = (0, 0, 0, 0, 0, 0, 0)

        init(from decoder: any Decoder) throws { number = try [Int](from: decoder)[0] }
    }

    @Test(arguments: ["[1,\"x\",2]"]) func badElementsOfScalarsAreSkipped(text: String) throws {
        var options = JSON.Options()
        options.badElements = ["": 1]
        let json = try JSON(parsing: text.utf8)
        #expect(try json.decode([Double].self, options: options) == [1, 2])
        #expect(try json.decode([Int].self, options: options) == [1, 2])
        options.badElements = ["": 2]
        #expect(try json.decode([String].self, options: options) == ["x"])
    }
}
