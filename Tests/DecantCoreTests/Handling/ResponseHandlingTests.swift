import DecantCore
import DecantTesting
import Foundation
import Testing

@Suite struct ResponseHandlingTests {
    /// A configuration in which no option has its default value.
    static var unusual: ResponseConfiguration {
        var limits = Limits()
        for (index, name) in LimitsTests.names.enumerated() { limits[name] = 1000 + index }
        var configuration = ResponseConfiguration(
            statuses: [200, 304],
            mediaTypes: ["*+json", "text/*", "a/b;c=\"d e\""],
            treatsWhitespaceAsEmpty: true,
            errorBodies: .always,
            limits: limits
        )
        configuration.formatMediaTypes = ["x/y"]
        configuration.preparation = [.xssiPrefix, .byteOrderMark]
        return configuration
    }

    /// The paths of all leaves of a JSON object, with their values as text.
    private func leaves(_ value: Any, _ path: String = "") -> [String: String] {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: [:]) { $0.merge(leaves($1.value, "\(path).\($1.key)")) { old, _ in old } }
        case let array as [Any]: [path: "\(array)"]
        default: [path: "\(value)"]
        }
    }

    private func leaves(of configuration: ResponseConfiguration) throws -> [String: String] {
        leaves(try JSONSerialization.jsonObject(with: JSONEncoder().encode(configuration)))
    }

    @Test("S01, S02, S04, S05, U18: every option survives encoding and decoding with a value other than its default")
    func roundTrip() throws {
        let unusual = Self.unusual
        let copy = try JSONDecoder().decode(ResponseConfiguration.self, from: JSONEncoder().encode(unusual))
        #expect(copy == unusual)
        #expect(copy.hashValue == unusual.hashValue)
        let defaults = try leaves(of: ResponseConfiguration())
        for (path, value) in try leaves(of: unusual) {
            #expect(defaults[path] != value, "\(path) has its default value in this test")
        }
    }

    @Test("S01, S03: a changed copy leaves the original unchanged")
    func copiesShareNothing() {
        let original = LineCount()
        let changed = original.accepting("text/html").statuses(nil).limits(.unlimited)
        #expect(original.handling.configuration == LineCount().handling.configuration)
        #expect(changed.handling.configuration != original.handling.configuration)
    }

    private typealias Compound = CompoundResponseSerializer<Int>

    @Test("S03, S11: a compound's configuration is its members', in order")
    func compound() throws {
        let nested = Compound([LineCount().accepting("a/b")])
        let stored = try Compound([LineCount(), LineCount().map { $0 }, nested]).statuses([201]).storedConfiguration()
        let other = Compound([LineCount().accepting("x/y"), LineCount().map { $0 }, Compound([LineCount()])])
        #expect(try other.storedConfiguration() != stored)
        let restored = try other.restoring(stored)
        #expect(try restored.storedConfiguration() == stored)
        #expect(restored.members[0].handling.configuration == LineCount().handling.configuration)
        #expect(restored.handling.configuration.statuses == [201])
    }

    @Test func anotherNumberOfMembersIsAnError() throws {
        let two = Compound([LineCount(), LineCount()])
        let restored = try two.restoring(two.storedConfiguration())
        #expect(restored.members.count == 2)
        for (others, count) in [([], 0), ([LineCount()], 1), ([LineCount(), LineCount(), LineCount()], 3)] {
            let error = #expect(throws: DecodingError.self) {
                try two.restoring(Compound(others).storedConfiguration())
            }
            let message = "expected the configurations of 2 members, but found \(count)"
            #expect(String(describing: error).contains(message), "\(String(describing: error))")
        }
        #expect(throws: DecodingError.self) { try two.restoring("{}") }
        let error = #expect(throws: DecodingError.self) { try two.restoring(#"{"members":[{},{}],"gates":{}}"#) }
        #expect(String(describing: error).contains("“gates” is not part of a configuration; expected gate, members"))
    }

    @Test func anErrorLeavesTheCompoundUnchanged() throws {
        var compound = Compound([LineCount(), LineCount()])
        let stored = #"{"gate":{"emptyBody":"whiteSpace"},"members":[{"validation":{"statuses":"200"}},{"a":1}]}"#
        let error = #expect(throws: DecodingError.self) { compound = try compound.restoring(stored) }
        #expect(String(describing: error).contains("“members[1].a” is not part of a configuration"))
        #expect(try compound.storedConfiguration() == Compound([LineCount(), LineCount()]).storedConfiguration())
    }

    @Test func aStoredConfigurationIsTextAPersonCanEdit() throws {
        let text = String(decoding: try JSONEncoder.sorted.encode(Self.unusual), as: UTF8.self)
        #expect(text.contains(#""statuses":"200,304""#))
        #expect(text.contains(#""*+json""#))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(StatusCodes.self, from: Data(#""2xx""#.utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(MediaTypePattern.self, from: Data(#""nothing""#.utf8))
        }
    }
}

extension JSONEncoder {
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
