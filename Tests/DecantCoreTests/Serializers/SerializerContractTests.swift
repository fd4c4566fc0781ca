import DecantCore
import DecantTesting
import Testing

@Suite struct SerializerContractTests {
    private static let empty: MappedResponseSerializer<DataResponseSerializer, EmptyResponse> = .empty

    private static let text = ResponseSample(200, "text/plain", "a\nb\n")

    @Test func customSerializersKeepTheContract() async {
        let text = Self.text
        #expect(SerializerContract(LineCount(), accepted: text).violations() == [])
        #expect(SerializerContract(DataResponseSerializer(), accepted: text).violations() == [])
        #expect(SerializerContract(Self.empty, accepted: text).violations() == [])
        #expect(SerializerContract(LineCount().map { $0 + 1 }, accepted: text).violations() == [])
        let compound = CompoundResponseSerializer<Int>([LineCount(), CompoundResponseSerializer<Int>([LineCount()])])
        #expect(SerializerContract(compound, accepted: text).violations() == [])
        let map = compound.map { Optional($0) }.map { $0 ?? 0 }
        #expect(SerializerContract(map, accepted: text).violations() == [])
        #expect(await SerializerContract(map, accepted: text).cancellationViolations() == [])
        let other = LineCount().accepting("a/b").removingXSSIPrefix()
        #expect(SerializerContract(LineCount(), accepted: text, restoringInto: other).violations() == [])
    }

    @Test func namesTheBrokenRule() {
        let anything = LineCount().statuses(nil).acceptingAnyMediaType()
        let violations = SerializerContract(anything, accepted: ResponseSample(200, "text/plain", "a\n")).violations()
        #expect(violations.contains { $0.hasPrefix("a bad status gives a value") })
        let refused = SerializerContract(LineCount(), accepted: ResponseSample(200, "text/html", "a\n")).violations()
        #expect(refused.contains { $0.hasPrefix("the sample is refused") })
    }

    @Test(arguments: MisbehavingSerializer.Fault.allCases)
    func everyMisbehavingSerializerIsFound(fault: MisbehavingSerializer.Fault) async {
        let other = MisbehavingSerializer(fault, separator: 0x62)
        let contract = SerializerContract(
            MisbehavingSerializer(fault),
            accepted: Self.text,
            restoringInto: other,
            limits: [.testBytes]
        )
        let violations = contract.violations() + (await contract.cancellationViolations())
        #expect(violations.contains { $0.hasPrefix(fault.rawValue) }, "\(violations)")
    }

    @Test func aCorrectSerializerPasses() async {
        let other = MisbehavingSerializer(nil, separator: 0x62)
        let contract = SerializerContract(
            MisbehavingSerializer(nil),
            accepted: Self.text,
            restoringInto: other,
            limits: [.testBytes]
        )
        #expect(contract.violations() == [])
        #expect(await contract.cancellationViolations() == [])
    }
}

/// A serializer that counts separators and breaks one rule of the contract.
struct MisbehavingSerializer: StoredFormatSerializer {
    /// The broken rule, as the prefix of its message in the contract.
    enum Fault: String, CaseIterable, Codable, Sendable {
        case acceptsEmptyNotModified = "an empty body with the status 304 gives a value"
        case acceptsEmptyNotFound = "an empty body with the status 404 gives a value"
        case acceptsEmptyErrors = "an empty body with the status 503 gives a value"
        case acceptsEmptyRedirects = "an empty body with the status 301 gives a value"
        case acceptsEmptyInterim = "an empty body with the status 103 gives a value"
        case failsOnEmptySuccess = "an empty body with the status 204 gives dataCorrupted"
        case dropsChecks = "a custom check does not refuse the sample"
        case dropsChecksOfEmptyBodies = "a custom check does not refuse a 204"
        case ignoresBodyBytes = "with the limit bodyBytes at 0, the sample is accepted"
        case keepsLongErrorBodies = "with the limit errorBodyBytes at 1, the error keeps 4 bytes"
        case takesALimitForDamage = "with the limit testBytes at 0, the sample gives malformedBody"
        case namesAnotherLimit = "with the limit testBytes at 0, the sample is refused for the limit errorBodyBytes"
        case hidesTheValue = "with the limit testBytes at 0, the sample is refused without the value 0"
        case overflows = "with the limit testBytes at 9223372036854775807, the sample is refused"
        case takesCancellationForDamage = "a canceled task gives malformedBody"
        case forgetsTheConfiguration = "a restored configuration is stored differently"
        case dropsTheConfiguration = "the configuration does not have the options"
        case cannotRestore = "the configuration cannot be stored and restored"
        case lacksAnOption = "a restored serializer decodes the sample differently"
    }

    /// The separator, with a fault of storing it.
    struct Options: StoredOptions {
        static let mediaTypes: [MediaTypePattern] = ["text/plain"]

        var fault: Fault?
        var separator: UInt8 = 0x62

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            fault = try container.decodeIfPresent(Fault.self, forKey: .fault)
            if fault == .cannotRestore { throw Unreadable() }
            if fault == .forgetsTheConfiguration { return }
            separator = try container.decodeIfPresent(UInt8.self, forKey: .separator) ?? separator
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(fault, forKey: .fault)
            if fault != .lacksAnOption { try container.encode(separator, forKey: .separator) }
        }

        private enum CodingKeys: CodingKey { case fault, separator }
    }

    private struct Unreadable: Error {}

    var options = Options()
    private var stored = ResponseHandling(accepting: ["text/plain"])

    private var fault: Fault? { options.fault }

    init(_ fault: Fault?, separator: UInt8 = 0x0A) {
        options.fault = fault
        options.separator = separator
        handling = stored
    }

    var handling: ResponseHandling {
        get { stored }
        set {
            if fault == .dropsTheConfiguration { return }
            stored = newValue
            switch fault {
            case .acceptsEmptyNotModified, .acceptsEmptyNotFound, .acceptsEmptyErrors, .acceptsEmptyRedirects,
                .acceptsEmptyInterim:
                stored.configuration.statuses = nil
            case .dropsChecks, .dropsChecksOfEmptyBodies: stored.validators = []
            case .ignoresBodyBytes: stored.configuration.limits.bodyBytes = Limits().bodyBytes
            case .keepsLongErrorBodies: stored.configuration.limits.errorBodyBytes = Limits().errorBodyBytes
            default: break
            }
        }
    }

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
        let limit = context.limits.testBytes
        if fault == .takesCancellationForDamage, Task.isCancelled { throw ResponseError(.malformedBody, "stopped") }
        if fault == .overflows, limit == .max { throw ResponseError(.limitExceeded, "\(limit)", limit: .testBytes) }
        guard body.count > limit else { return body.count { $0 == options.separator } }
        switch fault {
        case .takesALimitForDamage: throw ResponseError(.malformedBody, "too long")
        case .namesAnotherLimit: throw ResponseError(.limitExceeded, "more than \(limit)", limit: .errorBodyBytes)
        case .hidesTheValue: throw ResponseError(.limitExceeded, "too many", limit: .testBytes)
        default: throw ResponseError(.limitExceeded, "more than \(limit) bytes", limit: .testBytes)
        }
    }

    func emptyValue() -> Int? { fault == nil ? nil : 0 }

    func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
        if fault == .failsOnEmptySuccess { throw ResponseError(.dataCorrupted, "nothing") }
        guard let value = emptyValue() else { throw ResponseError(.emptyBody, "nothing") }
        return value
    }
}
