/// Needs macOS 26, although the manifest names macOS 13.
public func count(_ text: String) -> Int {
    text.utf8Span.count
}
