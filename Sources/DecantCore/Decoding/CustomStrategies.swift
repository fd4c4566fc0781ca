/// Custom functions and values for decoding `Decodable` types.
///
/// They can be neither stored nor compared, so all of them count as equal. Copying costs one reference, because every
/// copy of the options has them.
package struct CustomStrategies: Sendable, Hashable {
    /// A closure that converts the path of a member to its coding key.
    ///
    /// The path starts at the top; its last key is the unconverted name of the member.
    package typealias Key = @Sendable (_ path: [any CodingKey]) -> any CodingKey

    /// A closure that converts a scalar to a value; it receives the scalar and a function that returns the coding path.
    package typealias Scalar<Value: ScalarDecodable> =
        @Sendable (_ scalar: DecodedScalar, _ path: () -> [any CodingKey]) throws -> Value?

    /// A closure that converts the names of members to coding keys, overriding ``DecodingOptions/keys``.
    ///
    /// As long as it reads only the last key of the path, it is called once for each name at each depth, and the result
    /// holds for all members with this name at this depth. Once it has read an earlier key, it is called for every
    /// member of an object when a key is looked up, and again for the path of an error. The result must depend on
    /// nothing but the path.
    package var key: Key? {
        get { box?.key }
        set { box = Box(newValue, scalars, userInfo) }
    }

    /// The `userInfo` of every decoder.
    package var userInfo: [CodingUserInfoKey: any Sendable] {
        get { box?.userInfo ?? [:] }
        set { box = Box(key, scalars, newValue) }
    }

    /// The custom conversions of scalars, by the identity of the resulting type.
    private var scalars: [ObjectIdentifier: any Sendable] {
        get { box?.scalars ?? [:] }
        set { box = Box(key, newValue, userInfo) }
    }

    /// The strategies; nil if there are none.
    private var box: Box?

    private final class Box: Sendable {
        let key: Key?
        let scalars: [ObjectIdentifier: any Sendable]
        let userInfo: [CodingUserInfoKey: any Sendable]

        init(
            _ key: Key?,
            _ scalars: [ObjectIdentifier: any Sendable],
            _ userInfo: [CodingUserInfoKey: any Sendable]
        ) {
            (self.key, self.scalars, self.userInfo) = (key, scalars, userInfo)
        }
    }

    /// Creates strategies that change nothing.
    package init() {}

    /// Creates strategies.
    ///
    /// - Parameters:
    ///   - key: A closure that converts the names of members to coding keys.
    ///   - userInfo: The `userInfo` of every decoder.
    package init(key: Key? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        box = Box(key, [:], userInfo)
    }

    /// Sets a custom conversion from scalars to a type such as `Date`, for representations other than those in
    /// ``DecodingOptions``.
    ///
    /// - Parameters:
    ///   - type: The type that the closure creates.
    ///   - make: A closure that converts a scalar. If it returns nil, the options apply. A ``ResponseError`` describes
    ///     the expected scalar; any other error becomes ``ResponseError/Code/dataCorrupted`` at the path of the value,
    ///     with that error as ``ResponseError/underlying``. XML contains text only: if the closure throws a mismatch
    ///     about the kind of the scalar and the text is a number, it is called again with the number.
    package mutating func setScalar<Value: ScalarDecodable>(of type: Value.Type, _ make: @escaping Scalar<Value>) {
        scalars[ObjectIdentifier(type)] = ScalarStrategy(make: make)
    }

    package static func == (left: Self, right: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}

    /// Whether any type has a custom conversion.
    package var hasScalars: Bool { box.map { !$0.scalars.isEmpty } ?? false }

    /// Converts a scalar to a value, using the custom conversion of the type if it has one.
    package func value<Value: ScalarDecodable>(
        _ type: Value.Type,
        _ scalar: DecodedScalar,
        _ options: DecodingOptions,
        _ path: () -> [any CodingKey]
    ) throws -> Value {
        let strategy = scalars[ObjectIdentifier(type)] as? ScalarStrategy<Value>
        return try strategy?.make(scalar, path) ?? type.init(scalar: scalar, options: options)
    }
}

/// The custom conversion of one type.
private struct ScalarStrategy<Value: ScalarDecodable>: Sendable {
    let make: CustomStrategies.Scalar<Value>
}
