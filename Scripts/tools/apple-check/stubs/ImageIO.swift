// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of ImageIO that the package uses, as Apple's systems declare it. Bodies are never run.
//
// Written from the public documentation.

@_exported public import CoreGraphics

public final class CGImageSource {}

public enum CGImageSourceStatus: Int32, @unchecked Sendable {
    case statusUnexpectedEOF = -5
    case statusInvalidData = -4
    case statusUnknownType = -3
    case statusReadingHeader = -2
    case statusIncomplete = -1
    case statusComplete = 0
}

public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource { fatalError() }
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) { fatalError() }
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { fatalError() }
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { fatalError() }
@available(macOS 10.14, iOS 12.0, watchOS 5.0, tvOS 12.0, *)
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { fatalError() }
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { fatalError() }
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus { fatalError() }
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    fatalError()
}
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? { fatalError() }
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? { fatalError() }
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? { fatalError() }

private func unknown<Value>() -> Value { fatalError() }

public let kCGImageSourceShouldCacheImmediately: CFString = unknown()
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = unknown()
public let kCGImageSourceThumbnailMaxPixelSize: CFString = unknown()

public let kCGImagePropertyPixelWidth: CFString = unknown()
public let kCGImagePropertyPixelHeight: CFString = unknown()
public let kCGImagePropertyDepth: CFString = unknown()
public let kCGImagePropertyColorModel: CFString = unknown()
public let kCGImagePropertyHasAlpha: CFString = unknown()
public let kCGImagePropertyOrientation: CFString = unknown()

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public let kCGImagePropertyHEICSDictionary: CFString = unknown()
@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public let kCGImagePropertyHEICSLoopCount: CFString = unknown()
@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public let kCGImagePropertyHEICSUnclampedDelayTime: CFString = unknown()
@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public let kCGImagePropertyHEICSFrameInfoArray: CFString = unknown()
