import DecantCore
import DecantTesting
import Foundation
import Testing

/// Parts of configurations that one release writes and another reads.
@Suite struct StoredMembersTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
    }

    private func restored<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private func restored<Value: Decodable>(_ text: String) throws -> Value { try restored(Value.self, text) }

    @Test func missingMembersHaveTheirDefaultsAndDefaultsAreNotEncoded() throws {
        #expect(try restored("{}") == ResponseConfiguration())
        #expect(try restored("{}") == ResponseValidation())
        #expect(try restored("{}") == DecodingOptions())
        #expect(try text(ResponseConfiguration()) == "{}")
        #expect(try text(ResponseValidation()) == "{}")
        #expect(try text(DecodingOptions()) == "{}")
    }

    @Test func onlyMembersThatDifferFromTheirDefaultsAreEncoded() throws {
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

    @Test func nonFiniteNumbersAreEncodedAsOneOrThreeStrings() throws {
        for numbers in [DecodingOptions.NonFiniteNumbers.throw, .xmlSchema] {
            #expect(try restored([DecodingOptions.NonFiniteNumbers].self, text([numbers])) == [numbers])
        }
        #expect(throws: DecodingError.self) { try restored([DecodingOptions.NonFiniteNumbers].self, #"["thrown"]"#) }
    }

    @Test(arguments: [
        #"{"emptyBody":"twoBytes"}"#, #"{"errorBodies":"sometimes"}"#,
        #"{"emptyBody":"twoBytes","errorBodies":"sometimes","preparation":["byteOrderMark","unwrap","unzip"]}"#,
    ])
    func unknownRawValuesAreKeptAndEncodedAgain(stored: String) throws {
        let configuration = try restored(ResponseConfiguration.self, stored)
        #expect(configuration.emptyBody == .noBytes && configuration.errorBodies == .ifAcceptable)
        #expect(configuration.preparation == (stored.contains("unzip") ? [.byteOrderMark] : []))
        #expect(try text(configuration) == stored)
        #expect(try restored(text(configuration)) == configuration)
        #expect(configuration != ResponseConfiguration(preparation: configuration.preparation))
    }

    @Test func unknownRawValuesOfOptionsAreKept() throws {
        let stored = #"{"data":"hex","dates":"lunar","keys":"upside","nonFiniteNumbers":"null"}"#
        var options = try restored(DecodingOptions.self, stored)
        #expect(options.dates == .secondsSinceReferenceDate && options.nonFiniteNumbers == .throw)
        #expect(try text(options) == stored)
        options.dates = .iso8601
        #expect(try text(options) == stored.replacing("lunar", with: "iso8601"))
    }

    @Test(arguments: [
        (#"{"limit":{}}"#, ["limit"]), (#"{"validation":{"statusses":"200"},"zone":1}"#, ["validation", "statusses"]),
        (#"{"zone":1,"emptyBody":"noBytes"}"#, ["zone"]),
    ])
    func anyOtherUnknownMemberIsAnErrorThatNamesItAndItsPath(stored: String, path: [String]) throws {
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

    @Test func anUnknownValueIsAFindingOfEachResponse() throws {
        let stored = #"{"emptyBody":"twoBytes","preparation":["unzip"]}"#
        let serializer = LineCount().configuration(try restored(stored))
        let findings = try ResponseSample(200, "text/plain", "a\n").response(as: serializer).findings
        #expect(
            findings.filter { $0.code == .unknownOption }.map(\.message) == [
                "the configuration has the unknown value “twoBytes” for “emptyBody”; the default applies",
                "the configuration has the unknown value “unzip” for “preparation”; the default applies",
            ]
        )
    }
}
