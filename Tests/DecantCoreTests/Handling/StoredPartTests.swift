import DecantCore
import DecantDocument
import Foundation
import Testing

/// Parts of configurations that one release writes and another reads.
@Suite struct StoredPartTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
    }

    private func restored<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private func restored<Value: Decodable>(_ text: String) throws -> Value { try restored(Value.self, text) }

    @Test("Missing members have their defaults, and defaults are not encoded") func missingMembersHaveTheirDefaults()
        throws
    {
        #expect(try restored("{}") == ResponseConfiguration())
        #expect(try restored("{}") == DecodingOptions())
        #expect(try text(ResponseConfiguration()) == "{}")
        #expect(try text(DecodingOptions()) == "{}")
    }

    @Test("Only members that differ from their defaults are encoded") func onlyMembersThatDifferFromTheirDefaults()
        throws
    {
        var configuration = ResponseConfiguration(errorBodies: .never)
        configuration.limits.bodyBytes = 3
        configuration.mediaTypes = ["a/b"]
        let stored = #"{"errorBodies":"never","limits":{"bodyBytes":3},"validation":{"mediaTypes":["a/b"]}}"#
        #expect(try text(configuration) == stored)
        #expect(try restored(stored) == configuration)
    }

    @Test func nilIsEncodedIfItIsNotTheDefault() throws {
        let configuration = ResponseConfiguration(statuses: nil)
        let stored = #"{"validation":{"statuses":null}}"#
        #expect(try text(configuration) == stored)
        #expect(try restored(stored) == configuration)
        let list = try PropertyListEncoder().encode(configuration)
        #expect(try PropertyListDecoder().decode(ResponseConfiguration.self, from: list) == configuration)
    }

    @Test("Numbers that are not finite are encoded as one or three strings")
    func nonFiniteNumbersAreEncodedAsOneOrThree() throws {
        for numbers in [DecodingOptions.NonFiniteNumbers.throw, .xmlSchema] {
            #expect(try restored([DecodingOptions.NonFiniteNumbers].self, text([numbers])) == [numbers])
        }
    }

    @Test(
        "An unknown value is an error that names the path, the value, and the known values",
        arguments: [
            (#"{"emptyBody":"twoBytes"}"#, "“twoBytes” is not a value for “emptyBody”; expected noBytes, whiteSpace"),
            (#"{"errorBodies":"no"}"#, "“no” is not a value for “errorBodies”; expected never, ifAcceptable, always"),
            (
                #"{"preparation":["byteOrderMark","unzip"]}"#,
                "“unzip” is not a value for “preparation[1]”; expected byteOrderMark, xssiPrefix, "
                    + "compressedContent, jsonpCallback, textBeforeDocument"
            ),
            (#"{"validation":{"statuses":"2xx"}}"#, "“2xx” is not a list of statuses for “validation.statuses”"),
        ]
    )
    func anUnknownValueIsAnErrorThatNamesThePath(stored: String, message: String) throws {
        let error = #expect(throws: DecodingError.self) { try restored(ResponseConfiguration.self, stored) }
        #expect(try self.message(of: error) == message)
    }

    @Test(arguments: [
        (#"{"dates":"lunar"}"#, "“lunar” is not a value for “dates”; expected secondsSinceReferenceDate, "),
        (#"{"data":"hex"}"#, "“hex” is not a value for “data”; expected base64, mimeBase64, array"),
        (#"{"keys":"upside"}"#, "“upside” is not a value for “keys”; expected useDefaultKeys, "),
        (#"{"nonFiniteNumbers":"null"}"#, "“null” is not a value for “nonFiniteNumbers”; expected throw, an object "),
    ])
    func anUnknownValueOfAnOptionIsAnError(stored: String, start: String) throws {
        let error = #expect(throws: DecodingError.self) { try restored(DecodingOptions.self, stored) }
        #expect(try message(of: error).hasPrefix(start), "\(String(describing: error))")
    }

    @Test func anUnknownValueByItselfHasNoPath() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DecodingOptions.NonFiniteNumbers.self, from: Data(#""thrown""#.utf8))
        }
        #expect(try message(of: error).hasPrefix("“thrown” is not a value; expected throw, "))
    }

    private func message(of error: DecodingError?) throws -> String {
        guard case .dataCorrupted(let context) = try #require(error) else { return "another error" }
        return context.debugDescription
    }

    @Test(
        "Any other unknown member is an error that names it and its path",
        arguments: [
            (#"{"limit":{}}"#, ["limit"]), (#"{"validation":{"statusses":"200"}}"#, ["validation", "statusses"]),
            (#"{"zone":1,"emptyBody":"noBytes"}"#, ["zone"]),
        ]
    )
    func anyOtherUnknownMemberIsAnErrorThatNames(stored: String, path: [String]) throws {
        let error = #expect(throws: DecodingError.self) { try restored(ResponseConfiguration.self, stored) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == path)
        #expect(context.debugDescription.hasPrefix("“\(path.joined(separator: "."))” is not part of a configuration"))
    }

    @Test(arguments: [#"{"emptyBody":3}"#, #"{"preparation":[3]}"#, #"{"preparation":"unzip"}"#, #"{"validation":3}"#])
    func aMemberOfAnotherTypeIsAnError(stored: String) {
        #expect(throws: DecodingError.self) { try restored(ResponseConfiguration.self, stored) }
    }
}
