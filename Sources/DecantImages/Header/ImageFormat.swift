public import DecantCore

/// The format of a picture, as its first bytes give it away.
///
/// All of these are told apart; which of them this build decodes is ``builtIn``.
public enum ImageFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// PNG, and APNG with it (W3C PNG, Third Edition).
    case png

    /// GIF 87a and 89a.
    case gif

    /// Windows and OS/2 bitmaps.
    case bmp

    /// Windows icons.
    case ico

    /// Windows cursors: icons with a hot spot.
    case cur

    /// X bitmaps, a piece of C.
    case xbm

    /// JPEG (ITU T.81).
    case jpeg

    /// TIFF 6.0 and BigTIFF.
    case tiff

    /// WebP (RFC 9649).
    case webp

    /// AV1 Image File Format.
    case avif

    /// High Efficiency Image File Format with HEVC.
    case heic

    /// JPEG XL (ISO 18181).
    case jpegXL

    /// Scalable Vector Graphics.
    case svg
}

extension ImageFormat: CustomStringConvertible {
    /// The name as people write it, such as `PNG`.
    public var description: String {
        switch self {
        case .webp: "WebP"
        case .jpegXL: "JPEG XL"
        default: rawValue.uppercased()
        }
    }

    /// The registered media type, or the one that everyone writes.
    public var mediaType: MediaType {
        switch self {
        case .png: "image/png"
        case .gif: "image/gif"
        case .bmp: "image/bmp"
        case .ico, .cur: "image/vnd.microsoft.icon"
        case .xbm: "image/x-xbitmap"
        case .jpeg: "image/jpeg"
        case .tiff: "image/tiff"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .heic: "image/heic"
        case .jpegXL: "image/jxl"
        case .svg: "image/svg+xml"
        }
    }

    /// Whether several pictures in one file are the frames of an animation, and not pages or sizes.
    public var animates: Bool {
        switch self {
        case .png, .gif, .webp, .avif, .heic, .jpegXL: true
        case .bmp, .ico, .cur, .xbm, .jpeg, .tiff, .svg: false
        }
    }

    /// The format that is labelled with a media type, if it is one of a picture.
    ///
    /// - Parameter mediaType: The media type, also one of its well-known misspellings.
    public init?(_ mediaType: MediaType) {
        let essence = mediaType.canonical.essence
        if essence == "image/apng" {
            self = .png
        } else if let format = Self.allCases.first(where: { $0.mediaType.essence == essence }) {
            self = format
        } else {
            return nil
        }
    }
}
