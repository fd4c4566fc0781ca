/// Foundation's types that need `DecantFoundation`, found in the running program without importing Foundation.
package enum FoundationTypes {
    /// The types by identity; none in a program without Foundation.
    ///
    /// The look-up by name costs a millisecond, once.
    package static let identifiers: [ObjectIdentifier] =
        modules.first { type("4Date", in: $0) != nil }.map { module in
            ["4Date", "4Data", "7Decimal", "3URL"].compactMap { type($0, in: module).map { ObjectIdentifier($0) } }
        } ?? []

    /// The modules as mangled names have them: where the types are on Linux, and where they are on Apple's systems.
    private static let modules = ["20FoundationEssentials", "10Foundation"]

    private static func type(_ name: String, in module: String) -> Any.Type? {
        _typeByName(module + name + "V")
    }
}
