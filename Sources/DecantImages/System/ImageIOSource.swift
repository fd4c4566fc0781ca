#if canImport(ImageIO)
import CoreFoundation
import CoreGraphics
import DecantCore
import ImageIO

/// A file of images that ImageIO has opened.
///
/// The values of Core Foundation are read by its own functions, because their conversions to Swift need Foundation.
struct ImageIOSource: SystemImageSource {
    private let source: CGImageSource

    var typeIdentifier: String? { CGImageSourceGetType(source).flatMap { Self.text($0) } }
    var count: Int { CGImageSourceGetCount(source) }
    var primaryIndex: Int { CGImageSourceGetPrimaryImageIndex(source) }

    func status(at index: Int) -> SystemImageStatus {
        // The status of the last image never becomes complete. WebKit asks for that of the file, too.
        let isBeforeLast = index < count - 1
        switch isBeforeLast ? CGImageSourceGetStatusAtIndex(source, index) : CGImageSourceGetStatus(source) {
        case .statusComplete: return .complete
        case .statusIncomplete, .statusReadingHeader, .statusUnexpectedEOF: return .truncated
        default: return .malformed
        }
    }

    func properties(at index: Int?) -> [SystemImageProperty: SystemImageValue] {
        let file = CGImageSourceCopyProperties(source, nil)
        let image = index.map { CGImageSourceCopyPropertiesAtIndex(source, $0, nil) } ?? file
        guard let image else { return [:] }
        let sequence = Self.sequence(index, image: image, file: file)
        var values: [SystemImageProperty: SystemImageValue] = [:]
        for property in SystemImageProperty.allCases {
            let concernsSequence = property == .delay || property == .loopCount
            guard let dictionary = concernsSequence ? sequence : image else { continue }
            values[property] = Self.value(Self.key(of: property), in: dictionary)
        }
        return values
    }

    private static func key(of property: SystemImageProperty) -> CFString {
        switch property {
        case .width: kCGImagePropertyPixelWidth
        case .height: kCGImagePropertyPixelHeight
        case .bitsPerChannel: kCGImagePropertyDepth
        case .colorModel: kCGImagePropertyColorModel
        case .hasAlpha: kCGImagePropertyHasAlpha
        case .orientation: kCGImagePropertyOrientation
        case .delay: kCGImagePropertyHEICSUnclampedDelayTime
        case .loopCount: kCGImagePropertyHEICSLoopCount
        }
    }
}

// MARK: - Unsafe
//
// Why: Core Foundation and Core Graphics are libraries in C.
//
// Bound: the bytes of the body and of a profile are copied with their count. Every value of a collection is checked for
// its type before it is read, while the collection is borrowed. ImageIO draws into the memory of a canvas, whose size
// and row length it receives; the context does not outlive the call.

extension ImageIOSource {
    /// Opens an image; returns nil if there is not enough memory.
    init?(_ bytes: ImageBytes) {
        let copy = unsafe bytes.withUnsafeBytes { unsafe CFDataCreate(nil, $0.baseAddress, $0.count) }
        guard let copy else { return nil }
        source = CGImageSourceCreateIncremental(nil)
        CGImageSourceUpdateData(source, copy, true)
    }

    func profile(at index: Int) -> [UInt8]? {
        guard let profile = CGImageSourceCreateImageAtIndex(source, index, nil)?.colorSpace?.copyICCData() else {
            return nil
        }
        return withExtendedLifetime(profile) {
            unsafe Array(UnsafeBufferPointer(start: CFDataGetBytePtr(profile), count: CFDataGetLength(profile)))
        }
    }

    func draw(_ index: Int, on canvas: SystemImageCanvas) -> Bool {
        let side = max(canvas.width, canvas.height)
        let image =
            canvas.isReduced
            ? CGImageSourceCreateThumbnailAtIndex(source, index, Self.options(side: side))
            : CGImageSourceCreateImageAtIndex(source, index, Self.options())
        let alpha: CGImageAlphaInfo = canvas.hasAlpha ? .premultipliedLast : .noneSkipLast
        let order: CGBitmapInfo = canvas.bitsPerChannel == 16 ? .byteOrder16Little : []
        let context = unsafe CGContext(
            data: canvas.memory.baseAddress,
            width: canvas.width,
            height: canvas.height,
            bitsPerComponent: canvas.bitsPerChannel,
            bytesPerRow: canvas.bytesPerRow,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: alpha.rawValue | order.rawValue
        )
        guard let image, let context else { return false }
        context.setBlendMode(.copy)
        context.interpolationQuality = .high
        context.draw(Self.withoutProfile(image), in: CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height))
        return true
    }

    /// Returns an image whose colors are not converted when it is drawn, if its color model allows that.
    private static func withoutProfile(_ image: CGImage) -> CGImage {
        switch image.colorSpace?.model {
        case .rgb: image.copy(colorSpace: CGColorSpaceCreateDeviceRGB()) ?? image
        case .monochrome: image.copy(colorSpace: CGColorSpaceCreateDeviceGray()) ?? image
        default: image
        }
    }

    /// Returns the options to decode an image at once, or a thumbnail that fits within a square.
    private static func options(side: Int? = nil) -> CFDictionary? {
        var (keys, values) = (kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks)
        guard let options = unsafe CFDictionaryCreateMutable(nil, 0, &keys, &values), let isOn = kCFBooleanTrue else {
            return nil
        }
        func set(_ key: CFString, _ value: CFTypeRef) {
            let (key, value) = unsafe (Unmanaged.passUnretained(key), Unmanaged.passUnretained(value))
            unsafe CFDictionarySetValue(options, key.toOpaque(), value.toOpaque())
        }
        set(kCGImageSourceShouldCacheImmediately, isOn)
        if let side {
            var number = Int32(clamping: side)
            guard let number = unsafe CFNumberCreate(nil, .sInt32Type, &number) else { return nil }
            set(kCGImageSourceCreateThumbnailFromImageAlways, isOn)
            set(kCGImageSourceThumbnailMaxPixelSize, number)
        }
        return options
    }

    /// Returns the properties of an animation: of a frame, or of the file if the index is nil.
    ///
    /// The properties of a frame are in its own dictionary, or in a list in that of the file.
    private static func sequence(_ index: Int?, image: CFDictionary, file: CFDictionary?) -> CFDictionary? {
        if let own = dictionary(kCGImagePropertyHEICSDictionary, in: image) { return own }
        guard let index, let file, let all = dictionary(kCGImagePropertyHEICSDictionary, in: file),
            let pointer = unsafe pointer(kCGImagePropertyHEICSFrameInfoArray, in: all),
            unsafe typeID(of: pointer) == CFArrayGetTypeID()
        else { return nil }
        let frames = unsafe Unmanaged<CFArray>.fromOpaque(pointer).takeUnretainedValue()
        guard index < CFArrayGetCount(frames), let frame = unsafe CFArrayGetValueAtIndex(frames, index),
            unsafe typeID(of: frame) == CFDictionaryGetTypeID()
        else { return nil }
        return unsafe Unmanaged<CFDictionary>.fromOpaque(frame).takeUnretainedValue()
    }

    /// Returns the value of a key; nil without one, or if it is neither a number nor a short text.
    private static func value(_ key: CFString, in dictionary: CFDictionary) -> SystemImageValue? {
        guard let pointer = unsafe pointer(key, in: dictionary) else { return nil }
        switch unsafe typeID(of: pointer) {
        case CFNumberGetTypeID():
            var number = 0.0
            // The result says only whether the number is exact.
            _ = unsafe CFNumberGetValue(Unmanaged.fromOpaque(pointer).takeUnretainedValue(), .doubleType, &number)
            return .number(number)
        case CFBooleanGetTypeID():
            return .number(unsafe CFBooleanGetValue(Unmanaged.fromOpaque(pointer).takeUnretainedValue()) ? 1 : 0)
        case CFStringGetTypeID():
            return unsafe text(Unmanaged.fromOpaque(pointer).takeUnretainedValue()).map { .text($0) }
        default: return nil
        }
    }

    private static func dictionary(_ key: CFString, in dictionary: CFDictionary) -> CFDictionary? {
        guard let pointer = unsafe pointer(key, in: dictionary), unsafe typeID(of: pointer) == CFDictionaryGetTypeID()
        else { return nil }
        return unsafe Unmanaged<CFDictionary>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func pointer(_ key: CFString, in dictionary: CFDictionary) -> UnsafeRawPointer? {
        unsafe CFDictionaryGetValue(dictionary, Unmanaged.passUnretained(key).toOpaque())
    }

    private static func typeID(of pointer: UnsafeRawPointer) -> CFTypeID {
        unsafe CFGetTypeID(Unmanaged<CFTypeRef>.fromOpaque(pointer).takeUnretainedValue())
    }

    /// Returns a short text, such as the identifier of a type.
    private static func text(_ text: CFString) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe CFStringGetCString(text, &buffer, buffer.count, CFStringBuiltInEncodings.UTF8.rawValue) else {
            return nil
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

// MARK: - The decoders of the table

extension SystemImageDecoder {
    /// Opens an image with ImageIO.
    fileprivate init(_ bytes: ImageBytes, _ options: ImageOptions) throws(ResponseError) {
        guard let source = ImageIOSource(bytes) else {
            throw ResponseError(.limitExceeded, "not enough memory for the \(bytes.format)")
        }
        self.init(source, bytes, options)
    }
}

/// A decoder whose parser reads the header, and whose pixels come from ImageIO.
protocol ImageIODecoder: ImageDecoder {
    static func decode(_ images: SystemImageDecoder, in context: inout DecodingContext) throws(ResponseError)
        -> DecodedImage
}

extension ImageIODecoder {
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        try decode(SystemImageDecoder(bytes, options), in: &context)
    }
}

extension JPEGDecoder: ImageIODecoder {}
extension TIFFDecoder: ImageIODecoder {}
extension WebPDecoder: ImageIODecoder {}
extension AVIFDecoder: ImageIODecoder {}

/// A decoder of HEIC images by ImageIO.
enum ImageIOPhotoDecoder: ImageIODecoder {
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        try SystemPhotoDecoder.header(SystemImageDecoder(bytes, ImageOptions()))
    }

    static func decode(_ images: SystemImageDecoder, in context: inout DecodingContext) throws(ResponseError)
        -> DecodedImage
    {
        try SystemPhotoDecoder.decode(images, in: &context)
    }
}
#endif
