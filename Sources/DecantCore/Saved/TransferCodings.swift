/// The codings of a `Transfer-Encoding` field (RFC 9112 §6.1), in the order in which they were applied.
struct TransferCodings {
    /// The value of all field lines.
    let text: String

    /// Whether the last coding is chunked, which alone says where the body ends.
    let endsWithChunked: Bool

    /// Whether there are codings besides it.
    let hasOthers: Bool

    init(_ fieldValues: [String]) {
        text = fieldValues.joined(separator: ", ")
        let codings = text.split(separator: ",").map { coding in
            coding.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" && $0 != ";" }.lowercased()
        }
        endsWithChunked = codings.last == "chunked"
        hasOthers = codings.contains { $0 != "chunked" && $0 != "identity" }
    }
}
