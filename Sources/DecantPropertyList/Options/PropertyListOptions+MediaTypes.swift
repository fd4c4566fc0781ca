public import DecantCore

extension PropertyListOptions {
    /// The media types of property lists: Apple's for any of the formats, and the one for binary lists.
    ///
    /// A list in XML may also come as `application/xml` or `text/xml`; add these with `.accepting(…)` where it does.
    public static let mediaTypes: [MediaTypePattern] = ["application/x-plist", "application/x-apple-binary-plist"]
}
