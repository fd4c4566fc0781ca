import ArgumentParser
import Decant

/// A limit and its value, given as `NAME=VALUE`.
struct LimitSetting: ExpressibleByArgument {
    let name: Limits.Name
    let value: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = Limits.Name(rawValue: String(parts[0])) else { return nil }
        guard let value = Int(parts[1]), value >= 0 else { return nil }
        self.name = name
        self.value = value
    }

    var defaultValueDescription: String { "\(name.rawValue)=\(value)" }
}
