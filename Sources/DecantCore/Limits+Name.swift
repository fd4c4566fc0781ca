extension Limits {
    /// The name of one limit, as errors report it and as the command takes it.
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        /// Names ``Limits/bodyBytes``.
        case bodyBytes

        /// Names ``Limits/codedBytes``.
        case codedBytes

        /// Names ``Limits/codingLayers``.
        case codingLayers

        /// Names ``Limits/codingWindow``.
        case codingWindow

        /// Names ``Limits/headBytes``.
        case headBytes

        /// Names ``Limits/fieldBytes``.
        case fieldBytes

        /// Names ``Limits/fieldCount``.
        case fieldCount

        /// Names ``Limits/interimHeads``.
        case interimHeads

        /// Names ``Limits/jsonDepth``.
        case jsonDepth

        /// Names ``Limits/jsonNumberBytes``.
        case jsonNumberBytes

        /// Names ``Limits/propertyListDepth``.
        case propertyListDepth

        /// Names ``Limits/propertyListReferences``.
        case propertyListReferences

        /// Names ``Limits/nodes``.
        case nodes

        /// Names ``Limits/pixels``.
        case pixels

        /// Names ``Limits/imageSide``.
        case imageSide

        /// Names ``Limits/frames``.
        case frames

        /// Names ``Limits/framePixels``.
        case framePixels

        /// Names ``Limits/metadataChunks``.
        case metadataChunks

        /// Names ``Limits/metadataBytes``.
        case metadataBytes

        /// Names ``Limits/iconEntries``.
        case iconEntries

        /// Names ``Limits/scanPixels``.
        case scanPixels

        /// Names ``Limits/xmlDepth``.
        case xmlDepth

        /// Names ``Limits/xmlAttributes``.
        case xmlAttributes

        /// Names ``Limits/xmlNameBytes``.
        case xmlNameBytes

        /// Names ``Limits/xmlTextBytes``.
        case xmlTextBytes

        /// Names ``Limits/xmlEntityDepth``.
        case xmlEntityDepth

        /// Names ``Limits/xmlEntityBytes``.
        case xmlEntityBytes

        /// Names ``Limits/xmlEntityRatio``.
        case xmlEntityRatio

        /// Names ``Limits/itemBytes``.
        case itemBytes

        /// Names ``Limits/waitingBytes``.
        case waitingBytes

        /// Names ``Limits/errorBodyBytes``.
        case errorBodyBytes
    }

    /// The hint for an error: how a limit is raised.
    ///
    /// The command has a hint of its own.
    static func remedy(for name: Name) -> String {
        "raise the limit with .limits { $0.\(name.rawValue) = … }"
    }

    /// The value of the limit with a name.
    ///
    /// - Parameter name: The name of the limit.
    public subscript(name: Name) -> Int {
        get { self[keyPath: Self.keyPath(name)] }
        set { self[keyPath: Self.keyPath(name)] = newValue }
    }

    private static func keyPath(_ name: Name) -> WritableKeyPath<Limits, Int> {
        switch name {
        case .bodyBytes: \.bodyBytes
        case .codedBytes: \.codedBytes
        case .codingLayers: \.codingLayers
        case .codingWindow: \.codingWindow
        case .headBytes: \.headBytes
        case .fieldBytes: \.fieldBytes
        case .fieldCount: \.fieldCount
        case .interimHeads: \.interimHeads
        case .jsonDepth: \.jsonDepth
        case .jsonNumberBytes: \.jsonNumberBytes
        case .propertyListDepth: \.propertyListDepth
        case .propertyListReferences: \.propertyListReferences
        case .nodes: \.nodes
        case .pixels: \.pixels
        case .imageSide: \.imageSide
        case .frames: \.frames
        case .framePixels: \.framePixels
        case .metadataChunks: \.metadataChunks
        case .metadataBytes: \.metadataBytes
        case .iconEntries: \.iconEntries
        case .scanPixels: \.scanPixels
        case .xmlDepth: \.xmlDepth
        case .xmlAttributes: \.xmlAttributes
        case .xmlNameBytes: \.xmlNameBytes
        case .xmlTextBytes: \.xmlTextBytes
        case .xmlEntityDepth: \.xmlEntityDepth
        case .xmlEntityBytes: \.xmlEntityBytes
        case .xmlEntityRatio: \.xmlEntityRatio
        case .itemBytes: \.itemBytes
        case .waitingBytes: \.waitingBytes
        case .errorBodyBytes: \.errorBodyBytes
        }
    }
}
