/// Foundation's types that need `DecantFoundation`, found in the running program without importing Foundation.
///
/// They make an error more helpful and decide nothing else: where the look-up finds nothing, such a type is decoded by its own
/// `init(from:)`.
package enum FoundationTypes {
    /// The types by identity; none in a program without Foundation.
    ///
    /// The look-up by name costs a millisecond, once.
    package static let identifiers = identifiers(in: ["20FoundationEssentials", "10Foundation"])

    /// Looks types up in the first of some modules that has them.
    ///
    /// - Parameter modules: The modules as mangled names have them: on Linux, and on Apple's systems.
    /// - Returns: The types by identity; none if no module is there.
    package static func identifiers(in modules: [String]) -> [ObjectIdentifier] {
        guard let module = modules.first(where: { type("4Date", in: $0) != nil }) else { return [] }
        return ["4Date", "4Data", "7Decimal", "3URL"].compactMap { type($0, in: module).map { ObjectIdentifier($0) } }
    }

    private static func type(_ name: String, in module: String) -> Any.Type? {
        _typeByName(module + name + "V")
    }
}
