package import DecantCore

/// What the format of a body tells about its charset.
package struct TextFormat: Sendable, Hashable {
    /// How a document says which charset it is in.
    package var declaration: DeclarationSyntax

    /// Whether the zero bytes among the first four tell UTF-16 and UTF-32 from UTF-8 (RFC 4627 §3): true of formats
    /// that begin with two ASCII characters, or of which no text has a zero byte.
    package var detectsUTF16AndUTF32ByZeroBytes: Bool

    /// Whether a text is refused whose own declaration, if that decides, names a charset that it cannot be read in.
    package var requiresReadableDeclaration = false

    /// Creates a format.
    package init(declaration: DeclarationSyntax = .none, detectsUTF16AndUTF32ByZeroBytes: Bool = false) {
        self.declaration = declaration
        self.detectsUTF16AndUTF32ByZeroBytes = detectsUTF16AndUTF32ByZeroBytes
    }

    /// Text that says nothing about itself.
    package static let plain = TextFormat()

    /// JSON, which has no declaration, and of which no text has a zero byte.
    package static let json = TextFormat(detectsUTF16AndUTF32ByZeroBytes: true)

    /// XML, which has a declaration, and begins with `<` and another ASCII character.
    package static let xml = TextFormat(declaration: .xml)

    /// XML that is going to be parsed: a charset that is declared and cannot be is a fatal error (XML 1.0 §4.3.3).
    package static let parsedXML: TextFormat = {
        var format = TextFormat.xml
        format.requiresReadableDeclaration = true
        return format
    }()

    /// HTML, which may have a `meta` element.
    package static let html = TextFormat(declaration: .html)

    /// The format of a media type, by what it tells about charsets.
    package init(_ mediaType: MediaType?) {
        guard let mediaType = mediaType?.canonical else {
            self = .plain
            return
        }
        switch mediaType.essence {
        case "text/html": self = .html
        case "text/xml", "application/xml": self = .xml
        case "application/json": self = .json
        default: self = mediaType.suffix == "xml" ? .xml : mediaType.suffix == "json" ? .json : .plain
        }
    }
}

extension TextFormat {
    func charset(byZeroBytesOf body: ResponseBody) -> Charset? {
        if detectsUTF16AndUTF32ByZeroBytes { return ZeroBytePattern.charset(of: body) }
        return declaration == .none ? nil : ZeroBytePattern.charset(ofMarkup: body)
    }

    func declaredCharset(in body: ResponseBody) -> String? {
        switch declaration {
        case .none: nil
        case .xml: XMLDeclaration.encoding(in: body)
        case .html: HTMLPrescan.charset(in: body) ?? XMLDeclaration.encoding(in: body)
        }
    }
}
