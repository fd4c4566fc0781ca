package import DecantCore

extension XML.Options {
    /// The media types that XML is labelled with: the registered ones, and all that are built on it, such as those of RSS, Atom,
    /// SOAP and SVG (RFC 7303 §4).
    package static var mediaTypes: [MediaTypePattern] { ["application/xml", "text/xml", "*+xml"] }
}
