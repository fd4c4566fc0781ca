/// When the pixels of a response are made.
public enum ImageInflation: Sendable, Hashable, Codable {
    /// Before the serializer returns.
    case eager

    /// When they are first asked for; only the header is read at once.
    case lazy

    /// Before the serializer returns if the picture has at most so many pixels and at most 8 bits a channel, else when they
    /// are first asked for.
    ///
    /// - Parameter pixels: The number of pixels up to which they are made at once.
    case upTo(pixels: Int)

    /// The rule of AFNetworking: up to 1,048,576 pixels of at most 8 bits a channel.
    public static let standard = upTo(pixels: 1 << 20)

    /// Whether a picture with a header is decoded at once.
    func isEager(for header: ImageHeader) -> Bool {
        switch self {
        case .eager: return true
        case .lazy: return false
        case .upTo(let pixels):
            let (count, overflow) = header.width.multipliedReportingOverflow(by: header.height)
            return !overflow && count <= pixels && header.bitsPerChannel <= 8
        }
    }
}
