/// A policy for when the pixels of a response are decoded.
public enum ImageDecodingPolicy: Sendable, Hashable, Codable {
    /// Before the serializer returns.
    case eager

    /// On first access; the serializer reads the header only.
    case lazy

    /// Before the serializer returns if the image has at most a number of pixels and at most 8 bits a channel, else on
    /// first access.
    ///
    /// - Parameter pixels: The number of pixels up to which they are decoded at once.
    case upTo(pixels: Int)

    /// The rule of AFNetworking: up to 1,048,576 pixels of at most 8 bits a channel.
    public static let standard = upTo(pixels: 1 << 20)

    /// Whether an image with a header is decoded at once.
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
