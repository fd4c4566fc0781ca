extension MediaType {
    /// The media type that a well-known other spelling stands for, most of them wrong or outdated, else the type itself.
    public var canonical: MediaType {
        guard let essence = Self.aliases[essence], let slash = essence.firstIndex(of: "/") else { return self }
        return MediaType(
            type: String(essence[..<slash]),
            subtype: String(essence[essence.index(after: slash)...]),
            parameters: parameters
        )
    }

    /// Whether the type is a wrong or outdated spelling of another one.
    ///
    /// `text/xml` is neither: it is registered, as another name for `application/xml` (RFC 7303 §9.2).
    package var isMisspelt: Bool { canonical != self && essence != "text/xml" }

    /// Spellings that servers use, and what they mean.
    ///
    /// The right side is registered, or what everyone writes.
    private static let aliases: [String: String] = [
        "text/json": "application/json",
        "text/x-json": "application/json",
        "application/x-json": "application/json",
        "application/jsonp": "text/javascript",
        "application/javascript": "text/javascript",
        "application/x-javascript": "text/javascript",
        "text/x-javascript": "text/javascript",
        "application/ecmascript": "text/javascript",
        "text/ecmascript": "text/javascript",
        "text/xml": "application/xml",
        "application/x-xml": "application/xml",
        "image/jpg": "image/jpeg",
        "image/pjpeg": "image/jpeg",
        "image/x-jpeg": "image/jpeg",
        "image/x-png": "image/png",
        "image/tif": "image/tiff",
        "image/x-tiff": "image/tiff",
        "image/ico": "image/vnd.microsoft.icon",
        "image/x-icon": "image/vnd.microsoft.icon",
        "image/x-bmp": "image/bmp",
        "image/x-ms-bmp": "image/bmp",
        "image/x-win-bitmap": "image/bmp",
        "image/xbm": "image/x-xbitmap",
        "image/x-xbm": "image/x-xbitmap",
        "application/x-bplist": "application/x-apple-binary-plist",
        "application/plist": "application/x-plist",
        "application/x-gzip": "application/gzip",
        "text/x-markdown": "text/markdown",
    ]
}
