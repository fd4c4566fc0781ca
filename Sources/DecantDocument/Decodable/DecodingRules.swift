package import DecantCore

/// The ways in which a format and its caller's options read the values of a document.
package struct DecodingRules: Sendable {
    /// The strings that a format with decimal numbers writes for other floating-point values.
    package struct NonFiniteTexts: Sendable {
        let positiveInfinity: String
        let negativeInfinity: String
        let nan: String

        /// Creates the strings.
        package init(positiveInfinity: String, negativeInfinity: String, nan: String) {
            self.positiveInfinity = positiveInfinity
            self.negativeInfinity = negativeInfinity
            self.nan = nan
        }
    }

    /// A conversion of the path of a member to its coding key.
    package typealias KeyConversion = @Sendable (_ path: [any CodingKey]) -> any CodingKey

    /// A way to make a value of a type that is made from a scalar; nil leaves that to the type.
    package typealias ScalarConversion =
        @Sendable (any ScalarDecodable.Type, DecodedScalar) throws(ScalarMismatch) -> Any?

    /// How dates and bytes are written.
    package var strategies = ScalarStrategies()

    /// The strings for infinities and not-a-number; nil if there are none.
    package var nonFinite: NonFiniteTexts?

    /// Whether numbers and Boolean values are written as strings, since the format has nothing else.
    package var readsStrings = false

    /// Whether `one_two` is the key `oneTwo`.
    package var convertsFromSnakeCase = false

    /// Makes the coding keys of members.
    package var key: KeyConversion?

    /// Makes values from scalars.
    package var scalar: ScalarConversion?

    /// The `userInfo` of all decoders.
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates rules without conversions.
    package init() {}

    /// Whether keys are not the names as written.
    var convertsNames: Bool { convertsFromSnakeCase || key != nil }
}
