/// Ends the process if something does not hold, which is how a fuzzer learns of it.
///
/// Unlike a precondition, this prints its reason in an optimised build too.
///
/// - Parameters:
///   - condition: The condition that has to hold.
///   - message: The fault if it does not.
@inline(__always)
public func assure(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String) {
    if !condition() { fatalError(message()) }
}

/// Ends the process if two values that have to be the same are not.
///
/// - Parameters:
///   - left: One value.
///   - right: The other.
///   - message: The meaning of the values.
@inline(__always)
public func assureEqual<Value: Equatable>(_ left: Value, _ right: Value, _ message: @autoclosure () -> String) {
    if left != right { fatalError("\(message()):\n\(String(reflecting: left))\n\(String(reflecting: right))") }
}
