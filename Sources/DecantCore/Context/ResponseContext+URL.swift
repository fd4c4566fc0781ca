extension ResponseContext {
    /// The URL without what could be a secret: user information, query and fragment.
    package var redactedURL: String? {
        guard let url else { return nil }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let ending = path.endIndex == url.endIndex ? "" : "…"
        guard let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") else { return path + ending }
        let authority = path.index(colon, offsetBy: 3)
        let end = path[authority...].firstIndex(of: "/") ?? path.endIndex
        guard let at = path[authority..<end].lastIndex(of: "@") else { return path + ending }
        return path[..<authority] + path[path.index(after: at)...] + ending
    }
}
