/// A serializer that tries several serializers and returns the first decoded value.
///
/// ```swift
/// let serializer = CompoundResponseSerializer([
///     JSONResponseSerializer(User.self).map { "\($0)" },
///     StringResponseSerializer(),
/// ])
/// ```
///
/// The members that accept the declared media type are tried first, beginning with the closest match. The others follow
/// in order, to explain why they reject the response. If all members fail, the error lists their reasons in that order.
/// A compound never falls back to bytes silently; add ``ResponseSerializer/data`` as the last member if you need them.
///
/// Each member validates the response, including an empty body, and decides whether a body counts as empty. The
/// handling of the compound is a gate before the members, open by default. Members may be compounds and maps, nested up
/// to 32 deep; an error lists all attempts.
public struct CompoundResponseSerializer<Output: Sendable>: ResponseSerializer {
    /// The serializers, in order.
    public private(set) var members: [any ResponseSerializer<Output>]

    /// The checks before any member is tried; none by default.
    ///
    /// It refers to the handlings of the members, so it is set after they change.
    public var handling: ResponseHandling {
        didSet { handling.members = members.map(\.handling) }
    }

    /// Creates a compound.
    ///
    /// - Parameter members: The serializers. Use `.map` to convert their values to a common type. Without members,
    ///   decoding throws ``ResponseError/Code/noneSucceeded``.
    public init(_ members: [any ResponseSerializer<Output>]) {
        self.members = members
        handling = ResponseHandling(ResponseConfiguration(statuses: nil))
        handling.members = members.map(\.handling)
    }

    /// Decodes the body with the first member that succeeds, beginning with those that accept the media type.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/noneSucceeded`` and the reason of each member, or
    ///   with the common reason of all members if it is a bad status, an empty or truncated body, or a limit.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try firstValue(of: body, in: &context)
    }

    /// Decodes an empty body with the first member that accepts it.
    ///
    /// Each member validates the response, and may have a value for an empty body.
    ///
    /// - Parameters:
    ///   - body: The bytes, if any, that count as empty under the rule of the gate.
    ///   - context: The head of the response, the request, and the codings.
    /// - Throws: ``ResponseError``, like ``decode(_:in:)``, with the code ``ResponseError/Code/emptyBody`` if every
    ///   member throws that code.
    public func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> Output
    {
        try firstValue(of: body, in: &context)
    }

    /// Decodes an error body with the member that best matches its media type.
    ///
    /// - Returns: The value, or nil if no member decodes error bodies of this type.
    /// - Throws: Any error of that member.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        for member in ranked(for: context.response.contentType) {
            let value = try context.nested { (context) throws(ResponseError) in
                let path = ResponsePath(member.handling)
                return try path.errorBody(body, in: &context) { (body, context) throws(ResponseError) in
                    try member.decodeErrorBody(body, in: &context)
                }
            }
            if let value { return value }
        }
        return nil
    }

    /// Returns nil, because the members decide about an empty body after they validate the response.
    public func emptyValue() -> Output? { nil }

    private func firstValue(of body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        var attempts: [ResponseError] = []
        for member in candidates(in: context) {
            do throws(ResponseError) {
                var own = try context.forMember(limits: member.handling.limits)
                let value = try member.value(of: body, in: &own)
                for finding in own.findings where !context.findings.contains(finding) { context.report(finding) }
                context.bodyIsEmpty = own.bodyIsEmpty
                attempts.forEach { context.report(Finding(.earlierAttempt, .note, $0.message, offset: $0.offset)) }
                return value
            } catch {
                // The other members would be canceled as well.
                if error.code == .cancelled { throw error }
                attempts.append(error)
            }
        }
        throw ResponseError(noneOf: attempts, besides: context.findings)
    }

    /// Returns the members to try: all of them, or for an error body only those that accept its media type, if any.
    private func candidates(in context: DecodingContext) -> [any ResponseSerializer<Output>] {
        let type = context.response.contentType
        let all = ranked(for: type)
        guard context.decodesErrorBody else { return all }
        let fitting = all.filter { $0.handling.configuration.validation.accepts(type) }
        return fitting.isEmpty ? all : fitting
    }

    /// Returns the members that accept the media type, the closest match first, and then the others.
    ///
    /// Members of equal rank keep their order.
    private func ranked(for type: DeclaredMediaType) -> [any ResponseSerializer<Output>] {
        let ranks = members.map { $0.handling.configuration.validation.rank(of: type) }
        let order = members.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }
        return order.map { members[$0] }
    }
}

extension ResponseSerializer {
    /// Creates a serializer that tries several serializers and returns the first decoded value.
    ///
    /// Members that accept the declared media type are tried first.
    ///
    /// - Parameter members: The serializers. Use `.map` to convert their values to a common type.
    public static func firstOf<Value>(
        _ members: any ResponseSerializer<Value>...
    ) -> CompoundResponseSerializer<Value> where Self == CompoundResponseSerializer<Value> {
        CompoundResponseSerializer(members)
    }
}

extension CompoundResponseSerializer: StoredSerializer {
    package func store(in encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StoredName.self)
        let gate = handling.configuration
        if gate != ResponseConfiguration() { try container.encode(gate, forKey: "gate") }
        var list = container.nestedUnkeyedContainer(forKey: "members")
        for member in members { try member.encodeConfiguration(to: list.superEncoder()) }
    }

    package mutating func restore(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: StoredName.self)
        try container.rejectMembers(except: ["gate", "members"])
        let gate = try container.decodeIfPresent(ResponseConfiguration.self, forKey: "gate") ?? ResponseConfiguration()
        var list = try container.nestedUnkeyedContainer(forKey: "members")
        var restored = members
        for index in restored.indices where !list.isAtEnd {
            try restored[index].restoreConfiguration(from: list.superDecoder())
        }
        guard list.isAtEnd, list.currentIndex == members.count else {
            let count = list.count.map { ", but found \($0)" } ?? ""
            let message = "expected the configurations of \(members.count.counted("member"))\(count)"
            throw DecodingError.dataCorruptedError(in: list, debugDescription: message)
        }
        members = restored
        handling.configuration = gate
    }
}
