extension PropertyListCorpus {
    /// What was chosen where the corpus allows either: these are accepted, the others are refused.
    private static let accepted: [String: String] = [
        "cpython/invalid-binary/37.bplist": "the date is finite; only Python's dates end with the year 9999",
        "dd-plist/test-ascii-utf-16be.plist": "UTF-16 with a mark",
        "gnustep/non_ascii_utf16.plist": "UTF-16 with a mark",
    ]

    /// Whether a file about which the readers of the corpus do not agree is accepted.
    static func acceptedByChoice(_ path: String) -> Bool { accepted[path] != nil }
}
