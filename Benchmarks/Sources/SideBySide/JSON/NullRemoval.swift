import Foundation

/// The removal of nulls as AFNetworking does it after `JSONSerialization`, in Swift: a second pass by recursion that makes
/// every array and every dictionary anew.
enum NullRemoval {
    static func removing(from object: Any) -> Any {
        if let array = object as? [Any] {
            var kept: [Any] = []
            kept.reserveCapacity(array.count)
            for element in array where !(element is NSNull) { kept.append(removing(from: element)) }
            return kept
        }
        if let dictionary = object as? [String: Any] {
            var kept: [String: Any] = [:]
            kept.reserveCapacity(dictionary.count)
            for (key, value) in dictionary where !(value is NSNull) { kept[key] = removing(from: value) }
            return kept
        }
        return object
    }
}
