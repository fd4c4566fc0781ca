import DecantCore
package import DecantDocument

extension FormatOptions {
    /// Creates the default options with custom functions.
    package init(_ strategies: CustomStrategies) {
        self.init()
        decoding.strategies = strategies
    }

    /// Returns the options with custom functions.
    package func with(_ strategies: CustomStrategies) -> Self {
        var copy = self
        copy.decoding.strategies = strategies
        return copy
    }
}
