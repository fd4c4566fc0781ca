// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Core Foundation that the package uses, as Apple's systems declare it. Bodies are never run.
//
// Written from the public documentation.

public typealias CFIndex = Int
public typealias CFTypeID = UInt
public typealias CFTypeRef = AnyObject
public typealias CFStringEncoding = UInt32

public final class CFAllocator {}
public final class CFArray {}
public final class CFBoolean: Sendable {}
public final class CFData {}
public class CFDictionary {}
public final class CFMutableDictionary: CFDictionary {}
public final class CFNumber {}
public final class CFString: Sendable {}

public struct CFDictionaryKeyCallBacks: Sendable {}
public struct CFDictionaryValueCallBacks: Sendable {}
public let kCFTypeDictionaryKeyCallBacks: CFDictionaryKeyCallBacks = unknown()
public let kCFTypeDictionaryValueCallBacks: CFDictionaryValueCallBacks = unknown()
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFBooleanTrue: CFBoolean! = unknown()

private func unknown<Value>() -> Value { fatalError() }

public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { fatalError() }

public func CFArrayGetTypeID() -> CFTypeID { fatalError() }
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { fatalError() }
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! { fatalError() }

public func CFBooleanGetTypeID() -> CFTypeID { fatalError() }
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { fatalError() }

public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
    fatalError()
}
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { fatalError() }
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! { fatalError() }

public func CFDictionaryGetTypeID() -> CFTypeID { fatalError() }
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!,
    _ capacity: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! { fatalError() }
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary!,
    _ key: UnsafeRawPointer!,
    _ value: UnsafeRawPointer!
) { fatalError() }
public func CFDictionaryGetValue(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
    fatalError()
}

public enum CFNumberType: CFIndex, @unchecked Sendable {
    case sInt32Type = 3
    case sInt64Type = 4
    case doubleType = 13
}
public func CFNumberGetTypeID() -> CFTypeID { fatalError() }
public func CFNumberCreate(
    _ allocator: CFAllocator!,
    _ theType: CFNumberType,
    _ valuePtr: UnsafeRawPointer!
) -> CFNumber! { fatalError() }
public func CFNumberGetValue(
    _ number: CFNumber!,
    _ theType: CFNumberType,
    _ valuePtr: UnsafeMutableRawPointer!
) -> Bool { fatalError() }

public enum CFStringBuiltInEncodings: CFStringEncoding, @unchecked Sendable {
    case UTF8 = 0x0800_0100
}
public func CFStringGetTypeID() -> CFTypeID { fatalError() }
public func CFStringGetCString(
    _ theString: CFString!,
    _ buffer: UnsafeMutablePointer<CChar>!,
    _ bufferSize: CFIndex,
    _ encoding: CFStringEncoding
) -> Bool { fatalError() }
