import DecantCore

extension ImageFormat {
    /// The formats that this build decodes, the best-known first.
    public static let builtIn: [ImageFormat] = allCases.filter(\.isBuiltIn)

    /// Whether this build decodes the format.
    public var isBuiltIn: Bool {
        switch self {
        case .gif, .bmp, .ico, .cur, .xbm: return true
        case .png:
            #if PNG
            return true
            #else
            return false
            #endif
        case .tiff:
            #if TIFF
            return true
            #else
            return false
            #endif
        case .webp:
            #if WebP
            return true
            #else
            return false
            #endif
        case .jpeg:
            #if JPEG
            return true
            #else
            return false
            #endif
        case .avif:
            #if AVIF
            return true
            #else
            return false
            #endif
        default: return false
        }
    }

    /// The trait of the package that builds the decoder in, if there is one.
    public var trait: String? {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .tiff: "TIFF"
        case .webp: "WebP"
        case .avif: "AVIF"
        default: nil
        }
    }

    /// Why the format cannot be decoded.
    var unsupported: ResponseError {
        let hint = trait.map { "build the package Decant with the trait \($0)" }
        return ResponseError(.unsupportedFormat, "\(self) is known, but not built in", offset: 0, hint: hint).binary
    }
}
