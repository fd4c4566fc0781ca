package import DecantCore

/// The ways in which a format and its caller's options read the values of a document.
package struct DecodingRules: Sendable {
    /// The options of the caller.
    let options: DecodingOptions

    /// The functions of the caller.
    let strategies: CustomStrategies

    /// Whether numbers and Boolean values are written as strings, since the format has nothing else.
    let readsStrings: Bool

    /// Creates rules.
    package init(_ options: DecodingOptions, _ strategies: CustomStrategies, readsStrings: Bool = false) {
        self.options = options
        self.strategies = strategies
        self.readsStrings = readsStrings
    }

    /// Whether keys are not the names as written.
    var convertsNames: Bool { options.keys != .useDefaultKeys || strategies.key != nil }
}
