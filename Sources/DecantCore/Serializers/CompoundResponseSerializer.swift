/// Decodes a response with the first of several serializers that can.
///
/// Those that accept the declared media type are tried first, the closest match first; then the others in their order,
/// which gives the reason why it does not fit. If all fail, the error has each one's reason, in that order. There is no silent
/// fallback to bytes: put ``ResponseSerializer/data`` last if that is wanted.
///
/// Each member validates for itself, empty bodies as well, and decides what counts as empty. The compound's own handling
/// is a gate before them, open by default. Members may be compounds and maps, 32 deep; an error lists the attempts of all.
public struct CompoundResponseSerializer<Output: Sendable>: ResponseSerializer {
    /// The serializers, in the order in which they were given.
    public private(set) var members: [any ResponseSerializer<Output>]

    /// The checks before any member is tried; by default none.
    public var handling: ResponseHandling

    /// Creates a compound.
    ///
    /// - Parameter members: The serializers; `.map` brings them to one output. Without any, decoding throws
    ///   ``ResponseError/Code/noneSucceeded``.
    public init(_ members: [any ResponseSerializer<Output>]) {
        self.members = members
        handling = ResponseHandling(ResponseConfiguration(statuses: nil))
    }

    /// The configuration of the gate and of the members, in order.
    public var configuration: CompoundConfiguration {
        get {
            CompoundConfiguration(
                gate: handling.configuration,
                members: members.map { $0.configuration }
            )
        }
        set {
            handling.configuration = newValue.gate
            for (index, configuration) in zip(members.indices, newValue.members) {
                members[index] = members[index].configured(as: configuration)
            }
        }
    }

    /// Decodes the body with one of the members, those that accept the media type first.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The first value.
    /// - Throws: ``ResponseError/Code/noneSucceeded`` with each one's reason; or the reason that all share, if that is a bad status,
    ///   an empty or truncated body, or a limit.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try firstValue(of: body, in: &context)
    }

    /// Decodes with one of the members, each of which validates the response and has its own value for an empty body, or none.
    ///
    /// - Parameters:
    ///   - body: The bytes: none, or what the gate takes for none.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The first value.
    /// - Throws: ``ResponseError`` as from ``decode(_:in:)``, or with ``ResponseError/Code/emptyBody`` if that is what
    ///   each member throws.
    public func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> Output
    {
        try firstValue(of: body, in: &context)
    }

    /// Decodes an error body with the member that best matches its media type.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value, or nil if no member decodes error bodies of this type.
    /// - Throws: Any error of that member.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        for member in ranked(for: context.response.contentType) {
            let value = try context.nested { (context) throws(ResponseError) in
                try member.decodedErrorBody(body, in: &context)
            }
            if let value { return value }
        }
        return nil
    }

    /// Always nil: the members decide whether an empty body has a value, after they have validated the whole response.
    public func emptyValue() -> Output? { nil }

    mutating func replaceMembers(with members: [any ResponseSerializer<Output>]) {
        self.members = members
    }

    private func firstValue(of body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        var attempts: [ResponseError] = []
        for member in candidates(in: context) {
            do throws(ResponseError) {
                var own = try context.forMember(limits: member.handling.limits)
                let value = try member.value(of: body, in: &own)
                for finding in own.findings where !context.findings.contains(finding) { context.report(finding) }
                context.isOfEmptyBody = own.isOfEmptyBody
                attempts.forEach { context.report(Finding(.earlierAttempt, .note, $0.message, offset: $0.offset)) }
                return value
            } catch {
                // The others would be cancelled, too.
                if error.code == .cancelled { throw error }
                attempts.append(error)
            }
        }
        throw ResponseError(noneOf: attempts, besides: context.findings)
    }

    /// The members that are asked: all of them, but for the body of a failure only those that accept its type, if any does.
    private func candidates(in context: DecodingContext) -> [any ResponseSerializer<Output>] {
        let type = context.response.contentType
        let all = ranked(for: type)
        guard context.isOfFailure else { return all }
        let fitting = all.filter { $0.handling.configuration.validation.accepts(type) }
        return fitting.isEmpty ? all : fitting
    }

    /// Members that accept the type, closest first, then the others; the order is kept among equals.
    private func ranked(for type: DeclaredMediaType) -> [any ResponseSerializer<Output>] {
        let ranks = members.map { $0.handling.configuration.validation.rank(of: type) }
        let order = members.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }
        return order.map { members[$0] }
    }
}

extension ResponseSerializer {
    /// Decodes a response with the first of several serializers that can, chosen by media type first.
    ///
    /// - Parameter members: The serializers; `.map` brings them to one output.
    /// - Returns: The compound.
    public static func firstOf<Value>(
        _ members: any ResponseSerializer<Value>...
    ) -> CompoundResponseSerializer<Value> where Self == CompoundResponseSerializer<Value> {
        CompoundResponseSerializer(members)
    }
}

/// A serializer whose members check the status for themselves.
private protocol StatusCheckedByMembers {
    /// The reason to reject the status that all members have.
    func memberRefusal(of body: ResponseBytes, in context: ResponseContext, depth: Int) -> ResponseError?
}

extension ResponseSerializer {
    /// The error for a status that the serializer, or each member of a compound, rejects; nil if the status is acceptable.
    ///
    /// The members of compounds are asked as deep as they may be nested.
    func statusRefusal(of body: ResponseBytes, in context: ResponseContext, depth: Int = 0) -> ResponseError? {
        let findings = handling.configuration.validation.findings(for: context, body)
        if let refusal = ResponseError(refusing: findings), refusal.code == .unacceptableStatus { return refusal }
        guard depth < DecodingContext.deepestNesting else { return nil }
        return (self as? any StatusCheckedByMembers)?.memberRefusal(of: body, in: context, depth: depth + 1)
    }
}

extension CompoundResponseSerializer: StatusCheckedByMembers {
    fileprivate func memberRefusal(of body: ResponseBytes, in context: ResponseContext, depth: Int) -> ResponseError? {
        let refusals = members.compactMap { $0.statusRefusal(of: body, in: context, depth: depth) }
        guard !members.isEmpty, refusals.count == members.count else { return nil }
        return ResponseError(noneOf: refusals, besides: [])
    }
}

extension MappedResponseSerializer: StatusCheckedByMembers {
    fileprivate func memberRefusal(of body: ResponseBytes, in context: ResponseContext, depth: Int) -> ResponseError? {
        base.statusRefusal(of: body, in: context, depth: depth)
    }
}

/// The configuration of a compound: that of its gate, and those of its members in order.
///
/// It is encoded like any other. Decoding depends on the members' types, so a compound restores it:
/// ``ResponseSerializer/restoreConfiguration(from:)``.
public struct CompoundConfiguration: Sendable {
    /// The checks before any member is tried.
    public var gate: ResponseConfiguration

    /// The members' configurations, in order, each of its serializer's type.
    public var members: [any Hashable & Encodable & Sendable]
}

extension CompoundConfiguration: Encodable {
    /// Encodes what differs from the defaults in the configuration of the gate, and each member's as it encodes itself.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StoredName.self)
        if gate != ResponseConfiguration() { try container.encode(gate, forKey: Self.gateName) }
        var list = container.nestedUnkeyedContainer(forKey: Self.membersName)
        for member in members { try list.encode(member) }
    }

    fileprivate static let gateName = StoredName("gate")
    fileprivate static let membersName = StoredName("members")
}

extension CompoundConfiguration: Hashable {
    /// Returns whether two configurations have equal gates, and equal members of the same types.
    public static func == (left: CompoundConfiguration, right: CompoundConfiguration) -> Bool {
        left.gate == right.gate && left.erasedMembers == right.erasedMembers
    }

    /// Feeds the configuration to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(gate)
        hasher.combine(erasedMembers)
    }

    private var erasedMembers: [AnyHashable] { members.map { AnyHashable($0) } }
}

extension ResponseSerializer {
    /// The serializer with a configuration, if that is one of its type.
    func configured(as configuration: any Hashable & Encodable & Sendable) -> Self {
        guard let configuration = configuration as? Configuration else { return self }
        return self.configuration(configuration)
    }
}

extension CompoundResponseSerializer {
    /// Restores the configuration of the gate and of each member, in order.
    ///
    /// - Parameter decoder: The decoder of an encoded ``CompoundConfiguration`` of a compound with members of the same types.
    /// - Throws: `DecodingError` if the number or the contents of the members' configurations do not fit.
    public mutating func restoreConfiguration(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: StoredName.self)
        try StoredMembers.rejectOthers(than: ["gate", "members"], in: container)
        var list = try container.nestedUnkeyedContainer(forKey: CompoundConfiguration.membersName)
        var restored: [any ResponseSerializer<Output>] = []
        for var member in members {
            try member.restoreConfiguration(from: list.superDecoder())
            restored.append(member)
        }
        handling.configuration =
            try container.decodeIfPresent(ResponseConfiguration.self, forKey: CompoundConfiguration.gateName)
            ?? ResponseConfiguration()
        replaceMembers(with: restored)
    }
}
