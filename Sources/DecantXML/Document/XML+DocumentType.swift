extension XML {
    /// What a document type declaration says of the document (XML 1.0 §2.8).
    public struct DocumentType: Sendable, Hashable {
        /// The name that the root element is said to have.
        public var name: String

        /// The public identifier of the external subset, if there is one; it is never read.
        public var publicID: String?

        /// The system identifier of the external subset, if there is one; it is never read.
        public var systemID: String?

        /// The notations that the internal subset declares, in its order (XML 1.0 §4.7).
        public var notations: [Notation]

        /// Creates a declaration.
        ///
        /// - Parameters:
        ///   - name: The name that the root element is said to have.
        ///   - publicID: The public identifier of the external subset.
        ///   - systemID: The system identifier of the external subset.
        ///   - notations: The notations that the internal subset declares.
        public init(name: String, publicID: String? = nil, systemID: String? = nil, notations: [Notation] = []) {
            self.name = name
            self.publicID = publicID
            self.systemID = systemID
            self.notations = notations
        }
    }
}

extension XML.DocumentType {
    /// The declaration of a notation.
    public struct Notation: Sendable, Hashable {
        /// Its name.
        public var name: String

        /// Its public identifier, if there is one.
        public var publicID: String?

        /// Its system identifier, if there is one.
        public var systemID: String?

        /// Creates a declaration.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - publicID: Its public identifier.
        ///   - systemID: Its system identifier.
        public init(name: String, publicID: String? = nil, systemID: String? = nil) {
            self.name = name
            self.publicID = publicID
            self.systemID = systemID
        }
    }
}
