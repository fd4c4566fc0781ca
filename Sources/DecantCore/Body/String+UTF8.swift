extension String {
    /// Creates a string from bytes, or nil if they are not UTF-8, on every supported system.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(decoding: bytes, as: UTF8.self)
            // Bytes that are not UTF-8 were replaced.
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }
}
