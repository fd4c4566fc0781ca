// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Core Graphics that the package uses, as Apple's systems declare it. Bodies are never run.
//
// Written from the public documentation.

@_exported public import CoreFoundation

#if arch(arm64_32)
public typealias CGFloat = Float
#else
public typealias CGFloat = Double
#endif

public struct CGRect: Sendable {
    public init(x: Int, y: Int, width: Int, height: Int) {}
}

public enum CGColorSpaceModel: Int32, @unchecked Sendable {
    case unknown = -1
    case monochrome, rgb, cmyk, lab, deviceN, indexed, pattern, XYZ
}

public final class CGColorSpace {
    public static var sRGB: CFString { fatalError() }
    public init?(name: CFString) {}
    @available(macOS 10.12, iOS 10.0, watchOS 3.0, tvOS 10.0, *)
    public init?(iccData data: CFTypeRef) {}
    public var model: CGColorSpaceModel { fatalError() }
    @available(macOS 10.12, iOS 10.0, watchOS 3.0, tvOS 10.0, *)
    public func copyICCData() -> CFData? { fatalError() }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { fatalError() }

public enum CGImageAlphaInfo: UInt32, @unchecked Sendable {
    case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static var byteOrder16Little: CGBitmapInfo { fatalError() }
    public static var byteOrder32Little: CGBitmapInfo { fatalError() }
}

public enum CGColorRenderingIntent: Int32, @unchecked Sendable {
    case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

public enum CGBlendMode: Int32, @unchecked Sendable {
    case normal = 0
    case copy = 17
}

public enum CGInterpolationQuality: Int32, @unchecked Sendable {
    case `default` = 0
    case none = 1
    case low = 2
    case high = 3
    case medium = 4
}

public final class CGDataProvider {
    public init?(data: CFData) {}
}

public final class CGImage {
    public init?(
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bitsPerPixel: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider,
        decode: UnsafePointer<CGFloat>?,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {}
    public func copy(colorSpace: CGColorSpace) -> CGImage? { fatalError() }
    public var colorSpace: CGColorSpace? { fatalError() }
}

public final class CGContext {
    public init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32
    ) {}
    public func setBlendMode(_ mode: CGBlendMode) {}
    public var interpolationQuality: CGInterpolationQuality {
        get { fatalError() }
        set {}
    }
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {}
}
