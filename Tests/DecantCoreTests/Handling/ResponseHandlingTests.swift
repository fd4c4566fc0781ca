import DecantCore
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
            emptyBody: .whiteSpace,
            preparation: [.xssiPrefix, .byteOrderMark],
            errorBodies: .always,
            limits: limits
        )
        configuration.formatMediaTypes = ["x/y"]
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
        #expect(original.configuration == LineCount().configuration)
        #expect(changed.configuration != original.configuration)
    }

    @Test("S03, S11: a compound's configuration is its members', in order")
    func compound() throws {
        var compound = CompoundResponseSerializer<Int>([
            LineCount(), LineCount().map { $0 }, CompoundResponseSerializer<Int>([LineCount().accepting("a/b")]),
        ])
        let encoded = try JSONEncoder().encode(compound.statuses([201]).configuration)
        compound = CompoundResponseSerializer<Int>([
            LineCount().accepting("x/y"), LineCount().map { $0 }, CompoundResponseSerializer<Int>([LineCount()]),
        ])
        let different = compound.configuration
        try Restoring.restore(&compound, from: encoded)
        #expect(compound.configuration != different)
        #expect(
            try JSONEncoder.sorted.encode(compound.configuration)
                == JSONEncoder.sorted.encode(
                    CompoundResponseSerializer<Int>([
                        LineCount(), LineCount().map { $0 },
                        CompoundResponseSerializer<Int>([LineCount().accepting("a/b")]),
                    ]).statuses([201]).configuration
                )
        )
        #expect(compound.members[0].handling.configuration == LineCount().configuration)
    }

    @Test func aStoredConfigurationIsTextAPersonCanEdit() throws {
        let text = String(decoding: try JSONEncoder.sorted.encode(Self.unusual.validation), as: UTF8.self)
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

/// Passes a decoder to a serializer that restores its configuration.
private struct Restoring: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }

    static func restore(_ serializer: inout some ResponseSerializer, from data: Data) throws {
        try serializer.restoreConfiguration(from: JSONDecoder().decode(Restoring.self, from: data).decoder)
    }
}
