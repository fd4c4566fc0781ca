public import DecantCore

extension JSONOptions {
    /// The media types of JSON: `application/json` and every type built on it, and two that servers use for it as well.
    ///
    /// `text/json` is an old name. `text/javascript` is what a server says that takes JSON for a script.
    public static let mediaTypes: [MediaTypePattern] = ["application/json", "*+json", "text/json", "text/javascript"]
}
