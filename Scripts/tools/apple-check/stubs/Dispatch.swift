// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Dispatch that the package uses, as Apple's systems declare it.

open class DispatchObject {}

public final class DispatchQueue: DispatchObject, @unchecked Sendable {
    public init(label: String) {}
    public static func global() -> DispatchQueue { fatalError() }
    public static var main: DispatchQueue { fatalError() }
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}
